import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openTestService, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { newVisitor, PASSWORD, signedInVisitor, subscribe } from "../../support/visitor.ts";

test("a stolen database file cannot be used to sign in", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const { id: key } = await subscribe(service.dataDir);
  const shown = await ann.send("dashboard", "/account/key/reveal/", { key });
  const keyText = shown.data.subscription?.keys[0]?.keyText ?? "";
  expect(keyText).toMatch(/^tbs_live_/);

  const names = (await readdir(service.dataDir)).filter((name) =>
    name.startsWith("tableside.sqlite"),
  );
  const files = await Promise.all(
    names.map((name) => readFile(join(service.dataDir, name), "latin1")),
  );
  const stolen = files.join("");
  // The hint and the address prove that the rows were read.
  expect(stolen).toContain(keyText.slice(-4));
  expect(stolen).toContain("ann@operator.example");
  expect(stolen).not.toContain(keyText.slice(9, 39));
  expect(stolen).not.toContain(PASSWORD);
  expect(stolen).not.toContain(
    (await readFile(join(service.dataDir, "key-encryption-key"), "utf8")).trim(),
  );
  const cookie = ann.cookies.get("tableside.session_token") ?? "";
  const [token = ""] = decodeURIComponent(cookie).split(".");
  expect(stolen).toContain(token);
  const thief = newVisitor(service);
  thief.cookies.set("tableside.session_token", token);
  expect((await thief.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
});

// Cause: without a word, a restored service made a new key, and no code signed in any more.
test("a service refuses to start with a different key-encryption key, or without it", async () => {
  const dataDir = await tempFolder();
  const [first, end] = await openTestService({ env: { DATA_DIR: dataDir } });
  const ann = await signedInVisitor(first);
  await end();
  const file = join(dataDir, "key-encryption-key");
  const right = await readFile(file, "utf8");
  const restart = () => startService({ env: { DATA_DIR: dataDir } });
  await rm(file);
  await expect(restart()).rejects.toThrow(
    /is missing\. Restore the file .*key-encryption-key from a backup/,
  );
  expect(existsSync(file)).toBe(false);
  await writeFile(file, `${"ab".repeat(32)}\n`);
  await expect(restart()).rejects.toThrow("is not the right one");
  await writeFile(file, right);
  const [, endAgain] = await openTestService({ env: { DATA_DIR: dataDir } });
  await endAgain();
  // Replaced after a theft, as the docs say: a stolen session is worth nothing then.
  await writeFile(file, `${"ab".repeat(32)}\n`);
  const database = new DatabaseSync(join(dataDir, "tableside.sqlite"), {
    enableForeignKeyConstraints: false,
  });
  database.exec("delete from meta where name = 'key_encryption_key'");
  database.exec("insert into owner_session select 'digest', id, 9000000000000 from account_user");
  database.close();
  const thief = newVisitor(await restart());
  ann.cookies.forEach((value, name) => thief.cookies.set(name, value));
  expect((await thief.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
  const after = new DatabaseSync(join(dataDir, "tableside.sqlite"), { readOnly: true });
  expect(after.prepare("select * from owner_session").all()).toEqual([]);
  after.close();
});
