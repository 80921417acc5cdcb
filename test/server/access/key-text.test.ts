import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf, hintOf, keyModeOf, newKeyText } from "../../../server/access/key-text.ts";

describe("a key", () => {
  test("is the fixed prefix and 36 letters and digits, is recognised, and is unique", () => {
    const keys = Array.from({ length: 1000 }, newKeyText);
    expect(keys.filter((key) => /^tbs_live_[0-9A-Za-z]{36}$/.test(key))).toHaveLength(1000);
    expect(keys.filter((key) => keyModeOf(key) === "live")).toHaveLength(1000);
    expect(new Set(keys).size).toBe(1000);
    expect(new Set(keys.map((key) => key.slice(9, 39)).join("")).size).toBe(62);
  });

  test("of a sandbox tells itself apart, and no letter of one makes it the other", () => {
    const key = newKeyText("test");
    expect(keyModeOf(key)).toBe("test");
    expect(keyModeOf(key.replace("test", "live"))).toBeUndefined();
  });

  test("made by the same rule in another language is recognised, and kept as SHA-256", () => {
    expect(keyModeOf("tbs_live_0123456789ABCDEFGHIJKLMNOPQRST0ALORm")).toBe("live");
    expect(digestOf("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(hintOf("tbs_live_abcd1234")).toBe("1234");
  });

  test("with one character off, anywhere, is none", () => {
    const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. %é";
    const place = fc.record({ at: fc.nat({ max: 44 }), letter: fc.constantFrom(...letters) });
    fc.assert(
      fc.property(place, ({ at, letter }) => {
        const key = newKeyText();
        fc.pre(key[at] !== letter);
        expect(keyModeOf(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  test.each(["", "tbs_live_", `${newKeyText()}0`, ` ${newKeyText()}`, `${newKeyText()}\n`])(
    "is not %j",
    (text) => expect(keyModeOf(text)).toBeUndefined(),
  );
});
