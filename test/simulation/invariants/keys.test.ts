import { beforeEach, expect, test } from "vitest";
import { createFindings } from "../findings.ts";
import type { Findings } from "../findings.ts";
import { watchKeys } from "./keys.ts";
import type { KeyWatch } from "./keys.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

const ENDS_MS = 1_000_000;
const KEY = "key of a customer";

let findings: Findings;
let keys: KeyWatch;

beforeEach(() => {
  findings = createFindings(() => {});
  keys = watchKeys(findings);
});

/** Opens a page with the key, at a server that could do its work since a time. */
function open(status: 200 | 401, sentMs: number, calmSinceMs = 0): void {
  keys.tried(KEY, { server: "north", status, calmSinceMs, sentMs });
}

test("a key that opens in its term and never after is as promised", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  // Not known to all servers yet.
  open(401, 2_000);
  open(200, 10_000);
  open(401, ENDS_MS + 5_000);
  expect(findings.first).toBeNull();
  expect(keys.texts).toEqual([KEY]);
});

test("a key that is refused once it is revoked is as promised", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  keys.uncertain(KEY);
  open(200, 10_000);
  open(401, 11_000);
  keys.revoked(KEY, 20_000);
  // The other server has until then to learn of it, and as long after it has come back.
  open(200, 22_000);
  open(200, 42_000, 40_000);
  open(401, 50_000);
  expect(findings.first).toBeNull();
});

test("a key whose term was made longer may open after the first one", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  keys.renewing(KEY);
  open(200, ENDS_MS + 10_000);
  expect(findings.first).toBeNull();
});

test("what was issued or revoked after a backup is not held against the restored store", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  keys.issued("a later one", ENDS_MS, 9_000);
  keys.revoked(KEY, 9_500);
  keys.forgetSince(9_000);
  open(200, 30_000);
  open(401, 31_000);
  expect(findings.first).toBeNull();
  expect(keys.texts).toEqual([KEY]);
});

test("a revoked key that opens is found", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  keys.revoked(KEY, 20_000);
  open(200, 23_000);
  expect(findings.first).toMatch(/^a revoked key never opens: north opened for .* 3000 ms after/);
});

test("one that was revoked before a backup is still found after it", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  keys.revoked(KEY, 8_000);
  keys.forgetSince(9_000);
  open(200, 30_000);
  expect(findings.first).toMatch(/^a revoked key never opens/);
});

test("a key that opens after its term is found", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  open(200, ENDS_MS + 3_000);
  expect(findings.first).toMatch(/^no key opens after its term: north/);
});

test("a good key that is refused is found", () => {
  keys.issued(KEY, ENDS_MS, 1_000);
  open(401, 10_000);
  expect(findings.first).toMatch(/^a key that was shown opens: north refused/);
});
