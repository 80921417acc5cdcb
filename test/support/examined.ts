import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { doctorCommand } from "../../server/cli/doctor.ts";
import type { Finding, FindingStatus } from "../../server/doctor/finding.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Store } from "../../server/store/store.ts";
import { callCommand } from "./command.ts";
import { placeIn } from "./engines.ts";
import { startService } from "./service.ts";
import { tempFolder } from "./temp-store.ts";

/** Settings of a service. */
export type Env = Record<string, string>;

/** What the clock of the doctor says. */
export const DOCTOR_NOW_MS = Date.UTC(2026, 6, 1);

/** What the doctor says of a service with these settings. */
export async function examined(env: Env, nowMs = DOCTOR_NOW_MS) {
  const { code, stdout, stderr } = await callCommand(doctorCommand, ["--json"], env, () => nowMs);
  expect(stderr).toBe("");
  const report = JSON.parse(stdout) as { status: FindingStatus; findings: Finding[] };
  expect({ ok: 0, fault: 1, warning: 3 }[report.status]).toBe(code);
  const of = (status: FindingStatus) =>
    report.findings
      .filter((finding) => finding.status === status)
      .map(({ part, words }) => `${part}: ${words}`);
  return { code, stdout, faults: of("fault"), warnings: of("warning"), ok: of("ok").join("\n") };
}

/** The settings of a service in a folder of its own, that ran, and stopped. */
export async function stopped(env: Env = {}): Promise<Env & { DATA_DIR: string }> {
  const settings = { DATA_DIR: join(await tempFolder(), "data"), ...env };
  const service = await startService({ env: { ...settings, ORACLE_SECRET: "" } });
  await service.close();
  return settings;
}

/** Changes what the database of a stopped service holds. */
export async function change(env: Env, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore(placeIn(env));
  await work(store);
  await store.close();
}

/** All that a folder holds, to the byte, with the times of its files. */
export async function contentOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("running-"));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = await readFile(join(folder, name));
      const { mtimeMs, mode } = await stat(join(folder, name));
      return `${name} ${mode} ${mtimeMs} ${createHash("sha256").update(bytes).digest("hex")}`;
    }),
  );
}
