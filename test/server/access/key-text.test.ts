import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf, hintOf, keyModeOf, newKeyText } from "../../../server/access/key-text.ts";

describe("a key", () => {
  test("is the fixed prefix and 36 letters and digits, is recognised, and is unique", () => {
    const keys = Array.from({ length: 1000 }, newKeyText);
    expect(keys.filter((key) => /^tbs_live_[0-9A-Za-z]{36}$/.test(key))).toHaveLength(1000);
    expect(keys.filter((key) => keyModeOf(key) === "live")).toHaveLength(1000);
    expect(new Set(keys).size).toBe(1000);
  });

  test("of a sandbox tells itself apart, and no letter of one makes it the other", () => {
    const key = newKeyText("test");
    expect(key).toMatch(/^tbs_test_[0-9A-Za-z]{36}$/);
    expect(keyModeOf(key)).toBe("test");
    expect(keyModeOf(key.replace("test", "live"))).toBeUndefined();
    expect(keyModeOf(newKeyText().replace("live", "test"))).toBeUndefined();
  });

  test("draws all 62 letters and digits equally often", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      for (const letter of newKeyText().slice(9, 39)) {
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
      }
    }
    const expected = (2000 * 30) / 62;
    const chiSquare = [...counts.values()].reduce(
      (sum, n) => sum + (n - expected) ** 2 / expected,
      0,
    );
    expect(counts.size).toBe(62);
    // 61 degrees of freedom: above 130 once in a million runs.
    expect(chiSquare).toBeLessThan(130);
  });

  test("made by the same rule in another language is recognized", () => {
    expect(keyModeOf("tbs_live_0123456789ABCDEFGHIJKLMNOPQRST0ALORm")).toBe("live");
  });

  test("is kept as SHA-256 and known by its end", () => {
    expect(digestOf("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(hintOf("tbs_live_abcd1234")).toBe("1234");
  });
});

describe("text that cannot be a key is recognised without a query", () => {
  const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. %é";

  test("one character off, anywhere", () => {
    const place = fc.record({
      at: fc.nat({ max: 44 }),
      letter: fc.constantFrom(...LETTERS),
    });
    fc.assert(
      fc.property(place, ({ at, letter }) => {
        const key = newKeyText();
        fc.pre(key[at] !== letter);
        expect(keyModeOf(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  test("two neighbours swapped, anywhere", () => {
    fc.assert(
      fc.property(fc.nat({ max: 43 }), (at) => {
        const key = newKeyText();
        fc.pre(key[at] !== key[at + 1]);
        const swapped = `${key.slice(0, at)}${key[at + 1]}${key[at]}${key.slice(at + 2)}`;
        expect(keyModeOf(swapped)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  const key = newKeyText();
  test.each([
    ["nothing", ""],
    ["upper case", key.toUpperCase()],
    ["lower case", key.toLowerCase()],
    ["its prefix only", "tbs_live_"],
    ["one character short", key.slice(0, -1)],
    ["one character long", `${key}0`],
    ["a space before", ` ${key}`],
    ["a line break behind", `${key}\n`],
    ["twice", key + key],
    ["5,000 letters", "a".repeat(5000)],
    ["5,000 letters behind a key", key + "a".repeat(5000)],
    ["SQL", "' or 1=1; drop table api_key; --"],
    ["a key of another service", `sk_live_${key.slice(9)}`],
  ])("%s", (_, text) => {
    expect(keyModeOf(text)).toBeUndefined();
  });
});
