import { expect, test } from "vitest";
import { auditDetail } from "../../src/account/texts.ts";
import { accountWords } from "../../src/i18n/account.ts";

test.each([
  ["en", "49.00 USDT · 30 days · ab12"],
  ["ko", "49.00 USDT · 30일 · ab12"],
])("the audit log shows plans and amounts like the other pages, in %s", (lang, said) => {
  const detail = { amount: "49.00", plan: "30 days", hash: "ab12" };
  expect(auditDetail(detail, accountWords(lang))).toBe(said);
});
