import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { list } from "../../../../server/access/keys.ts";
import { openStore } from "../../../../server/store/open-store.ts";
import type { StorePlace } from "../../../../server/store/store.ts";
import { postgres, settingsFor } from "../../../support/engines.ts";
import { issueKey, openTestService } from "../../../support/service.ts";
import { tempFolder } from "../../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const PAGE = join(ROOT, "src/content/docs/back-up.md");

/** The lines of the operators' page that call our commands, in order. */
async function commands(): Promise<string[]> {
  return (await readFile(PAGE, "utf8")).match(/^npm run -s backup -- .*$/gm) ?? [];
}

async function labels(place: StorePlace): Promise<string[]> {
  const store = await openStore(place);
  const keys = await list(store);
  await store.close();
  return keys.map(({ label }) => label).toSorted();
}

test("the commands in the docs back up a running service", async () => {
  const [make = "", restore = "", move = ""] = await commands();
  const folder = await tempFolder();
  const target = await postgres.emptyPlace();
  const { DATABASE_URL = "" } = settingsFor(target);
  const run = (line: string, DATA_DIR: string) => {
    const command = line
      .replace("npm run -s backup --", `${process.execPath} server/cli/backup.ts`)
      .replace("house.backup", join(folder, "house.backup"))
      .replace(/postgres:\S+/, DATABASE_URL);
    const env = { PATH: process.env["PATH"], DATA_DIR };
    return promisify(execFile)("sh", ["-euc", command], { cwd: ROOT, env });
  };

  const [dataDir, restored] = [join(folder, "data"), join(folder, "restored")];
  const [service, end] = await openTestService({ env: { ORACLE_SECRET: "", DATA_DIR: dataDir } });
  await issueKey(service, { label: "before" });
  await run(make, dataDir);
  await issueKey(service, { label: "after" });
  await end();

  await run(restore, restored);
  expect(await labels({ file: join(restored, "tableside.sqlite") })).toEqual(["before"]);
  await run(move, dataDir);
  expect(await labels(target)).toEqual(["after", "before"]);
});
