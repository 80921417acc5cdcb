import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatTronAddress,
  normaliseHash,
  parseTronAddress,
} from "../../../../server/payment/tron/identifiers.ts";
import { constants } from "../receipts.ts";

const contracts = Object.values(constants.usdt);
const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const USDT_HEX = "a614f803b6fd780986a42c78ec9c7f77e6ded13c";
const hex20 = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((b) => Buffer.from(b).toString("hex"));

describe("a TRON address in base58 and hex", () => {
  test.each(contracts)("the address $base58 is $hex41 in hex", ({ base58, hex41 }) => {
    expect(parseTronAddress(base58)).toBe(hex41.slice(2));
    expect(formatTronAddress(hex41.slice(2))).toBe(base58);
  });

  test("an address survives the conversion from hex to base58 and back", () => {
    fc.assert(
      fc.property(hex20, (hex) => {
        expect(parseTronAddress(formatTronAddress(hex))).toBe(hex);
      }),
    );
  });

  test.each([
    ["an empty string", ""],
    ["an address in lower case", USDT.toLowerCase()],
    ["an Ethereum address", `0x${USDT_HEX}`],
    ["a Bitcoin address", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
    ["an address with a space", ` ${USDT}`],
  ])("%s is not a TRON address", (_, text) => {
    expect(parseTronAddress(text)).toBeUndefined();
  });
});

const HASH = "b69c51db8f9d974e6a38c76852c8ce1adcb682dbacb25ad8ad4f6876121fe9dc";

test.each([
  ["on its own", HASH],
  ["with 0x", `0x${HASH}`],
  ["in upper case", HASH.toUpperCase()],
  ["with surrounding spaces", `\n  ${HASH}\t`],
  ["in a link of tronscan", `https://tronscan.org/#/transaction/${HASH}`],
  ["in a link of oklink", `https://www.oklink.com/trx/tx/${HASH}/`],
  ["in a sentence", `TxID: ${HASH}.`],
  ["if it is there twice", `${HASH} https://tronscan.org/#/transaction/${HASH}`],
])("a transaction hash is found %s", (_, text) => {
  expect(normaliseHash(text)).toBe(HASH);
});

test.each([
  ["an empty string", ""],
  ["a hash with a digit missing", HASH.slice(1)],
  ["a hash with an additional digit", `${HASH}0`],
  ["two hashes", `${HASH} ${HASH.replaceAll("9", "8")}`],
  ["a whole page", `${"x ".repeat(300)}${HASH}`],
  ["full-width digits", HASH.replaceAll("1", "１")],
])("no transaction hash is found in %s", (_, text) => {
  expect(normaliseHash(text)).toBeUndefined();
});
