import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { issue, list, revoke } from "../../../server/access/keys.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { StorePlace } from "../../../server/store/store.ts";
import { engines, settingsFor } from "../../support/engines.ts";
import { programFolder } from "../../support/postgres.ts";
import { tempFolder } from "../../support/temp-store.ts";

const PAGE = fileURLToPath(new URL("../../../src/content/docs/back-up.md", import.meta.url));
const NOW_MS = Date.UTC(2026, 5, 1);

/** The commands that the page for operators gives, in their order: two for SQLite, two for PostgreSQL. */
async function commands(): Promise<string[]> {
  const [, section = ""] =
    /^## Back up and restore$(.*?)^## /ms.exec(await readFile(PAGE, "utf8")) ?? [];
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = ""]) => command);
}

async function labels(place: StorePlace): Promise<string[]> {
  const store = await openStore(place);
  const keys = await list(store);
  await store.close();
  return keys.map(({ label, revokedAtMs }) =>
    revokedAtMs === undefined ? label : `${label}, revoked`,
  );
}

test.each(engines)(
  "the commands of the page back a database on $name up while it is used, and restore it",
  async ({ name, place }) => {
    const [saveFile = "", restoreFile = "", saveServer = "", restoreServer = ""] = await commands();
    const [save, restore] =
      name === "SQLite" ? [saveFile, restoreFile] : [saveServer, restoreServer];
    const at = await place();
    const cwd = await tempFolder();
    const path = [dirname(process.execPath), await programFolder(), process.env["PATH"]].join(":");
    const env = { PATH: path, ...settingsFor(at) };
    const run = (command: string) => promisify(execFile)("sh", ["-euc", command], { cwd, env });

    const store = await openStore(at);
    const order = { endsAtMs: NOW_MS + 1000, origins: [] };
    const { id } = await issue(store, { ...order, label: "before" }, NOW_MS);
    await run(save);
    // It was readable for everybody, sealed keys and addresses of accounts and all.
    const [backup = ""] = (await readdir(cwd)).filter((file) => file.startsWith("backup."));
    expect((await stat(join(cwd, backup))).mode & 0o777).toBe(0o600);
    await issue(store, { ...order, label: "after" }, NOW_MS + 1);
    await revoke(store, id, NOW_MS);
    await store.close();
    expect(await labels(at)).toEqual(["before, revoked", "after"]);
    await run(restore);
    expect(await labels(at)).toEqual(["before"]);
  },
);
