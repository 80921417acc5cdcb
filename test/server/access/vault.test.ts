import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVault, openVault } from "../../../server/access/vault.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";

const KEY = new Uint8Array(32).fill(1);
const TEXT = "tbs_live_abc";

test("encrypted text decrypts for its own row, and never looks the same twice", () => {
  const vault = createVault(KEY);
  const sealed = [vault.seal("key_1", TEXT), vault.seal("key_1", TEXT)];
  expect(sealed.map((text) => vault.open("key_1", text))).toEqual([TEXT, TEXT]);
  expect(sealed[0]).not.toBe(sealed[1]);
  expect(Buffer.from(sealed[0] ?? "", "base64url").includes(TEXT)).toBe(false);
});

test("encrypted text does not decrypt for a different row, with a different key or after tampering", () => {
  const vault = createVault(KEY);
  const sealed = vault.seal("key_1", TEXT);
  const opened = [
    vault.open("key_2", sealed),
    createVault(new Uint8Array(32).fill(2)).open("key_1", sealed),
    vault.open("key_1", ""),
  ];
  const bytes = Buffer.from(sealed, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    opened.push(vault.open("key_1", changed.toString("base64url")));
  }
  expect(opened.filter((text) => text !== undefined)).toEqual([]);
});

test("the vault's key is created once, however many servers start", async () => {
  const dataDir = await tempFolder();
  const { store } = await tempStore();
  const open = () => openVault(store, { dataDir, secret: null });
  const vaults = await Promise.all(Array.from({ length: 20 }, open));
  const sealed = vaults[0]?.seal("a", "text") ?? "";
  expect(vaults.map((vault) => vault.open("a", sealed))).toEqual(Array(20).fill("text"));
  const file = join(dataDir, "key-encryption-key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // After a move to PostgreSQL, the file's key still opens the database.
  const secret = new Uint8Array(32).fill(3);
  expect((await openVault(store, { dataDir, secret })).open("a", sealed)).toBe("text");
  await writeFile(file, "");
  await expect(open()).rejects.toThrow(/64 hexadecimal digits/);
});

test("servers that share a database derive the vault's key from their secret", async () => {
  const secret = new Uint8Array(32).fill(3);
  const { store } = await tempStore();
  const open = () => openVault(store, { dataDir: "/nowhere", secret });
  const sealed = (await open()).seal("a", "text");
  expect((await open()).open("a", sealed)).toBe("text");
  expect(createVault(secret).open("a", sealed)).toBeUndefined();
});
