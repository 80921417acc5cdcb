import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { issue, list } from "../../../../server/access/keys.ts";
import { openStore } from "../../../../server/store/open-store.ts";
import type { StorePlace } from "../../../../server/store/store.ts";
import { postgres, settingsFor } from "../../../support/engines.ts";
import { issueKey, NOW_MS, openTestService } from "../../../support/service.ts";
import { tempFolder } from "../../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const PAGE = join(ROOT, "src/content/docs/back-up.md");

async function commands(): Promise<string[]> {
  const page = await readFile(PAGE, "utf8");
  return (page.match(/^ *tableside-run npm run -s backup -- .*$/gm) ?? []).map((line) =>
    line.trim(),
  );
}

async function unitCommand(dataDir: string, backups: string): Promise<string> {
  const unit = await readFile(join(ROOT, "server/deploy/tableside-backup.service"), "utf8");
  const [, command = ""] = /ExecStart=\/bin\/sh -ec '([^']+)'/.exec(unit) ?? [];
  return command
    .replaceAll("$$", () => "$")
    .replaceAll("%%", "%")
    .replaceAll("/var/lib/tableside-backups", backups)
    .replaceAll("/var/lib/tableside-[0-9]*", `${dataDir}-[0-9]*`)
    .replaceAll("/var/lib/tableside/", `${dataDir}/`)
    .replaceAll("/var/lib/", `${dirname(dataDir)}/`);
}

async function labels(place: StorePlace): Promise<string[]> {
  const store = await openStore(place);
  const keys = await list(store);
  await store.close();
  return keys.map(({ label }) => label).toSorted();
}

test("the daily unit backs up a running service, and the commands in the docs restore and move it", async () => {
  const [, restore = "", move = ""] = await commands();
  const [folder, backups] = [await tempFolder(), await tempFolder()];
  const target = await postgres.emptyPlace();
  const { DATABASE_URL } = settingsFor(target);
  const run = (line: string, DATA_DIR: string, more = {}) => {
    const command = line
      .replace("tableside-run npm run -s backup --", `${process.execPath} server/cli/backup.ts`)
      .replace("/var/lib/tableside/tableside.backup", join(backups, "*.backup"));
    const env = { PATH: process.env["PATH"], DATA_DIR, ...more };
    return promisify(execFile)("sh", ["-ec", command], { cwd: ROOT, env });
  };

  const [dataDir, restored] = [join(folder, "data"), join(folder, "restored")];
  const [service, end] = await openTestService({ env: { ORACLE_SECRET: "", DATA_DIR: dataDir } });
  await issueKey(service, { label: "before" });
  await run(await unitCommand(dataDir, backups), dataDir);
  await issueKey(service, { label: "after" });
  await end();

  await run(restore, restored);
  expect(await labels({ file: join(restored, "tableside.sqlite") })).toEqual(["before"]);
  await run(move, dataDir, { DATABASE_URL });
  expect(await labels(target)).toEqual(["after", "before"]);
});

// Cause: the unit supported only SQLite, and failed every night after a move to PostgreSQL.
test("the daily unit dumps PostgreSQL, and the dump restores", async () => {
  const [place, target] = [await postgres.place(), await postgres.emptyPlace()];
  const [folder, backups] = [await tempFolder(), await tempFolder()];
  const store = await openStore(place);
  await issue(store, { label: "kept", endsAtMs: NOW_MS + 1, origins: [] }, NOW_MS);
  await store.close();
  await writeFile(join(folder, "signed-headers.ndjson"), "");
  const second = `${folder}-2`;
  await mkdir(second);
  onTestFinished(() => rm(second, { recursive: true }));
  await writeFile(join(second, "signed-headers.ndjson"), "");
  await writeFile(join(folder, "key-encryption-key"), "");
  const env = { PATH: process.env["PATH"], ...settingsFor(place) };
  const command = await unitCommand(folder, backups);
  await promisify(execFile)("sh", ["-ec", command], { cwd: ROOT, env });
  const files = await readdir(backups);
  const dump = files.find((name) => name.endsWith(".dump")) ?? "";
  expect(files.map((name) => name.replace(/^[^.]+/, "")).toSorted()).toEqual([
    ".dump",
    ".key-encryption-key",
    ".signed-headers.ndjson",
    `.${basename(second)}.signed-headers.ndjson`,
  ]);
  const { DATABASE_URL = "" } = settingsFor(target);
  const restore = [
    `--dbname=${DATABASE_URL}`,
    "--no-owner",
    "--single-transaction",
    join(backups, dump),
  ];
  await promisify(execFile)("pg_restore", restore, { env });
  expect(await labels(target)).toEqual(["kept"]);
});

// Cause: the image lacked a file that the build reads.
test("the Containerfile copies all files that a build needs", async () => {
  const file = await readFile(join(ROOT, "server/deploy/Containerfile"), "utf8");
  const copies = [...file.matchAll(/^COPY --chown=node (.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  const folder = await tempFolder();
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const name of copies) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  await promisify(execFile)(process.execPath, ["server/cli/build.ts"], { cwd: folder });
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["dist", "dist-server"]));
}, 120_000);
