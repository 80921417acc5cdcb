import { expect, test } from "vitest";
import { createVault } from "../../../server/access/vault.ts";

const KEY = new Uint8Array(32).fill(1);
const TEXT = "tbs_live_abc";

test("a sealed text opens for the row it was sealed for", () => {
  const vault = createVault(KEY);
  expect(vault.open("key_1", vault.seal("key_1", TEXT))).toBe(TEXT);
});

test("the same text is sealed differently each time, and cannot be read in it", () => {
  const vault = createVault(KEY);
  const sealed = [vault.seal("key_1", TEXT), vault.seal("key_1", TEXT)];
  expect(sealed[0]).not.toBe(sealed[1]);
  expect(sealed.map((each) => Buffer.from(each, "base64url").includes(TEXT))).toEqual([
    false,
    false,
  ]);
});

test.each<[string, (sealed: string) => string | undefined]>([
  ["in another row", (sealed) => createVault(KEY).open("key_2", sealed)],
  ["with another key", (sealed) => createVault(new Uint8Array(32).fill(2)).open("key_1", sealed)],
  ["cut short", (sealed) => createVault(KEY).open("key_1", sealed.slice(0, -4))],
  ["emptied", () => createVault(KEY).open("key_1", "")],
  ["of another version", (sealed) => createVault(KEY).open("key_1", `AA${sealed.slice(2)}`)],
])("nothing opens %s", (_, open) => {
  expect(open(createVault(KEY).seal("key_1", TEXT))).toBeUndefined();
});

test("every bit counts", () => {
  const vault = createVault(KEY);
  const sealed = Buffer.from(vault.seal("key_1", TEXT), "base64url");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(vault.open("key_1", changed.toString("base64url")), `byte ${at}`).toBeUndefined();
  }
});

test("each purpose has a key of its own", () => {
  const vault = createVault(KEY);
  expect(vault.derive("sessions")).toHaveLength(32);
  expect(vault.derive("sessions")).toEqual(createVault(KEY).derive("sessions"));
  expect(vault.derive("sessions")).not.toEqual(vault.derive("devices"));
  expect(vault.derive("sessions")).not.toEqual(KEY);
});
