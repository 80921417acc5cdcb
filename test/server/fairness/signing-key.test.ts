import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSigningKey } from "../../../server/fairness/signing-key.ts";
import { engines, sqlite } from "../../support/engines.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";

const GIVEN = "5b".repeat(32);

/** A store in which nothing signed yet, and an empty folder. */
async function start(engine = sqlite) {
  const place = await engine.place();
  return { ...(await tempStore(place)), dataDir: await tempFolder() };
}

describe.each(engines)("on $name", (engine) => {
  test("the key is made on the first start, for its owner only, and stays", async () => {
    const { store, dataDir } = await start(engine);
    const key = await loadSigningKey({ dataDir, given: null }, store);
    expect(key).toHaveLength(32);
    const file = join(dataDir, "signing-key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toBe(`${Buffer.from(key).toString("hex")}\n`);
    expect(await loadSigningKey({ dataDir, given: null }, store)).toEqual(key);
  });

  test("another key than the one that signed before is refused", async () => {
    const { store, dataDir } = await start(engine);
    await loadSigningKey({ dataDir, given: null }, store);
    await expect(loadSigningKey({ dataDir, given: GIVEN }, store)).rejects.toThrow(
      /not the one that signed before\. Put the earlier key back/,
    );
  });
});

test("a key that is given wins, and no file is made", async () => {
  const { store, dataDir } = await start();
  const key = await loadSigningKey({ dataDir, given: GIVEN }, store);
  expect(Buffer.from(key).toString("hex")).toBe(GIVEN);
  await expect(stat(join(dataDir, "signing-key"))).rejects.toThrow(/ENOENT/);
});

test("where nothing is kept on the machine, it must be given", async () => {
  const { store } = await start();
  await expect(loadSigningKey({ dataDir: null, given: null }, store)).rejects.toThrow(
    /SIGNING_KEY must be set where DATABASE_URL is/,
  );
});

test("a lost key is not made anew", async () => {
  const { store, dataDir } = await start();
  await loadSigningKey({ dataDir, given: null }, store);
  await rm(join(dataDir, "signing-key"));
  await expect(loadSigningKey({ dataDir, given: null }, store)).rejects.toThrow(/is gone/);
});

test("half a key is refused and left as it is", async () => {
  const { store, dataDir } = await start();
  const file = join(dataDir, "signing-key");
  await writeFile(file, "5b5b");
  await expect(loadSigningKey({ dataDir, given: null }, store)).rejects.toThrow(/left as it is/);
  expect(await readFile(file, "utf8")).toBe("5b5b");
});
