import { expect, test } from "vitest";
import { tag, u32, u64, u8 } from "../../src/round/bytes.ts";

test("a tag is its length, the version and its name", () => {
  expect([...tag("day")]).toEqual([9, ...Buffer.from("tbs/1/day", "ascii")]);
  expect([...tag("outcome")]).toEqual([13, ...Buffer.from("tbs/1/outcome", "ascii")]);
});

test.each([
  { bytes: u8(0), hex: "00" },
  { bytes: u8(255), hex: "ff" },
  { bytes: u32(0), hex: "00000000" },
  { bytes: u32(0x01020304), hex: "01020304" },
  { bytes: u32(0xffffffff), hex: "ffffffff" },
  { bytes: u64(0), hex: "0000000000000000" },
  { bytes: u64(0xffffffff), hex: "00000000ffffffff" },
  { bytes: u64(2 ** 32), hex: "0000000100000000" },
  { bytes: u64(0x1_8000_0001), hex: "0000000180000001" },
  { bytes: u64(Number.MAX_SAFE_INTEGER), hex: "001fffffffffffff" },
])("whole numbers are written big-endian: $hex", ({ bytes, hex }) => {
  expect(Buffer.from(bytes).toString("hex")).toBe(hex);
});
