// Cause: a commit was written but not synced, so requests with a response were only in memory. After a power cut an
// issued key was unknown, and a day whose header players had saved was signed a second time.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { list } from "../../../../server/access/keys.ts";
import type { Store } from "../../../../server/store/store.ts";
import { ensureBuild } from "../../../support/build.ts";
import { placeIn } from "../../../support/engines.ts";
import { serviceFolder } from "../../../support/made-service.ts";
import { cutPowerAt } from "../../../support/power-cut.ts";
import { SECRET_HEX } from "../../../support/service.ts";
import { tempStore } from "../../../support/temp-store.ts";

beforeAll(ensureBuild, 600_000);

/** The database as a power cut would leave it, next to the complete one. */
async function leftBy(word: string, script: string, args: readonly string[]) {
  const dataDir = await serviceFolder();
  const { store: whole } = await tempStore(placeIn({ DATA_DIR: dataDir }));
  // A second connection keeps the file open, and so preserves its log.
  await list(whole);
  const env = { ORACLE_SECRET: SECRET_HEX, PORTAL: "off" };
  const files = await cutPowerAt(word, script, args, { dataDir, env });
  return { left: (await tempStore({ file: files.database })).store, whole, dataDir, files };
}

test("a key is on disk before it is returned", async () => {
  const args = ["issue", "--label", "A", "--days", "1"];
  const { left, whole } = await leftBy("tbs_live_", "server/cli/keys.ts", args);
  const keys = await list(whole);
  expect(keys).toHaveLength(1);
  expect(await list(left)).toEqual(keys);
});

test("day headers are on disk before the server responds to any request", async () => {
  const { left, whole } = await leftBy("listening", "server/main.ts", []);
  const headers = (store: Store) => store.db.selectFrom("day_header").selectAll().execute();
  expect((await headers(whole)).length).toBeGreaterThan(0);
  expect(await headers(left)).toEqual(await headers(whole));
});

// Without it, a server whose database is restored from an older backup would sign a second header of a day.
test("the log of signed headers is on disk before the server responds to any request", async () => {
  const { dataDir, files } = await leftBy("listening", "server/main.ts", []);
  const name = "signed-headers.ndjson";
  const { size } = await stat(join(dataDir, name));
  expect(size).toBeGreaterThan(0);
  expect([name, files.syncedBytes(name)]).toEqual([name, size]);
});
