import { describe, expect, test } from "vitest";
import { normaliseHash } from "../../../../server/payment/tron/tx-hash.ts";

const HASH = "b69c51db8f9d974e6a38c76852c8ce1adcb682dbacb25ad8ad4f6876121fe9dc";

describe("a transaction hash is found", () => {
  test.each([
    ["as it is", HASH],
    ["with 0x", `0x${HASH}`],
    ["in upper case", HASH.toUpperCase()],
    ["with 0X, in upper case", `0X${HASH.toUpperCase()}`],
    ["with space around it", `\n  ${HASH}\t`],
    ["in a link of tronscan", `https://tronscan.org/#/transaction/${HASH}`],
    ["in a link with a query", `https://tronscan.org/#/transaction/${HASH}?lang=ko`],
    ["in a link of oklink", `https://www.oklink.com/trx/tx/${HASH}/`],
    ["in a sentence", `TxID: ${HASH}.`],
    ["twice the same", `${HASH} https://tronscan.org/#/transaction/${HASH}`],
  ])("%s", (_, text) => {
    expect(normaliseHash(text)).toBe(HASH);
  });
});

describe("no transaction hash is found", () => {
  test.each([
    ["in nothing", ""],
    ["in a word", "paid"],
    ["where it is a digit short", HASH.slice(1)],
    ["where it is a digit long", `${HASH}0`],
    ["where one is no hex", `${HASH.slice(1)}g`],
    ["where there are two", `${HASH} ${HASH.replaceAll("9", "8")}`],
    ["in a whole page", `${"x ".repeat(300)}${HASH}`],
    ["in full-width digits", HASH.replaceAll("1", "１")],
  ])("%s", (_, text) => {
    expect(normaliseHash(text)).toBeUndefined();
  });
});
