import { describe, expect, test } from "vitest";
import { digestOf, hintOf, keyModeOf, newKeyText } from "../../../server/access/key-text.ts";

describe("API key text", () => {
  const KEY = "tbs_live_0123456789ABCDEFGHIJKLMNOPQRST0ALORm";

  test("a new key has the fixed prefix and is recognised", () => {
    const keys = Array.from({ length: 1000 }, newKeyText);
    expect(keys.filter((key) => /^tbs_live_[0-9A-Za-z]{36}$/.test(key))).toHaveLength(1000);
    expect(keys.filter((key) => keyModeOf(key) === "live")).toHaveLength(1000);
    expect(new Set(keys).size).toBe(1000);
    expect(new Set(keys.map((key) => key.slice(9, 39)).join("")).size).toBe(62);
  });

  test("a valid live key is recognised", () => {
    expect(keyModeOf(KEY)).toBe("live");
    expect(digestOf("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(hintOf("tbs_live_abcd1234")).toBe("1234");
  });
});
