import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openVault } from "../../../server/access/vault-key.ts";
import { createVault } from "../../../server/access/vault.ts";
import { tempFolder } from "../../support/temp-store.ts";

test("the key is made on the first start, for its owner alone, and found on the next", async () => {
  const dataDir = await tempFolder();
  const sealed = (await openVault({ dataDir, secret: null })).seal("a", "text");
  const file = join(dataDir, "key-encryption-key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await openVault({ dataDir, secret: null })).open("a", sealed)).toBe("text");
  // A database that has moved to PostgreSQL is still opened with it.
  const secret = new Uint8Array(32).fill(3);
  expect((await openVault({ dataDir, secret })).open("a", sealed)).toBe("text");
});

test("twenty servers that start at once have one key", async () => {
  const dataDir = await tempFolder();
  const vaults = await Promise.all(
    Array.from({ length: 20 }, () => openVault({ dataDir, secret: null })),
  );
  const sealed = vaults[0]?.seal("a", "text") ?? "";
  expect(vaults.map((vault) => vault.open("a", sealed))).toEqual(Array(20).fill("text"));
});

test("where servers share a database the key comes from their secret, and no folder is touched", async () => {
  const secret = new Uint8Array(32).fill(3);
  const dataDir = join(await tempFolder(), "none");
  const sealed = (await openVault({ dataDir, secret })).seal("a", "text");
  expect((await openVault({ dataDir: "/nowhere", secret })).open("a", sealed)).toBe("text");
  // A purpose of its own: the secret itself opens nothing.
  expect(createVault(secret).open("a", sealed)).toBeUndefined();
  await expect(stat(dataDir)).rejects.toThrow("ENOENT");
});

test("a key that is none is refused in words", async () => {
  const dataDir = await tempFolder();
  await writeFile(join(dataDir, "key-encryption-key"), "");
  await expect(openVault({ dataDir, secret: null })).rejects.toThrow(/64 hexadecimal digits/);
});
