import { expect, test } from "vitest";
import { accountKo } from "../../src/i18n/ko/account.ts";

// Buttons in Korean said "30 days 고르기".
test.each([
  ["30 days", "30일 고르기"],
  ["1 day", "1일 고르기"],
  ["Week", "Week 고르기"],
])("in Korean a plan that is called %j only counts its days", (name, button) => {
  expect(accountKo.plans.choose(name)).toBe(button);
});
