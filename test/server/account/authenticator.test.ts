import { base32 } from "@scure/base";
import { expect, test } from "vitest";
import { newRecoveryCodes, readCode } from "../../../server/account/auth/authenticator.ts";
import {
  codeAt,
  newTotpSecret,
  periodAt,
  periodOf,
  totpUri,
} from "../../../server/account/auth/one-time-code.ts";

/** The secret of the examples in RFC 6238. */
const RFC = base32.encode(Buffer.from("12345678901234567890"));

// The RFC shows eight digits, of which apps show the last six.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("%d seconds after 1970 the code of the RFC is %s", (seconds, code) => {
  expect(codeAt(RFC, periodAt(seconds * 1_000))).toBe(code);
});

test("a code is recognised as many half minutes early and late as are allowed, and no further", () => {
  const nowMs = Date.UTC(2026, 6, 1);
  const present = periodAt(nowMs);
  const found = [-3, -2, -1, 0, 1, 2, 3].map((away) =>
    periodOf(RFC, codeAt(RFC, present + away), nowMs, 2),
  );
  const kept = [-2, -1, 0, 1, 2].map((away) => present + away);
  expect(found).toEqual([undefined, ...kept, undefined]);
});

test.each([
  ["123456", "app", "123456"],
  [" 123 456 ", "app", "123456"],
  ["１２３", "recovery", "-"],
  ["abcde-23456", "recovery", "abcde-23456"],
  ["ABCDE 23456", "recovery", "abcde-23456"],
  ["abcde23456", "recovery", "abcde-23456"],
  ["", "recovery", "-"],
])("%j is read as a code of the %s: %s", (typed, kind, code) => {
  expect(readCode(typed)).toEqual({ kind, code });
});

test("recovery codes are ten, all different, and none looks like a code of the app", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(readCode(code).kind).toBe("recovery");
  }
});

test("apps read a secret of 160 bits, and whose it is", () => {
  const secret = newTotpSecret();
  const uri = new URL(totpUri(secret, "ann+1@operator.example"));
  expect(base32.decode(secret)).toHaveLength(20);
  expect(uri.href).toContain("otpauth://totp/Tableside:ann%2B1%40operator.example?");
  expect(uri.searchParams.get("secret")).toBe(secret);
});
