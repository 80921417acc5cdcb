import { expect, test } from "vitest";
import { createFreshPasswords, FRESH_MS } from "../../../server/account/auth/fresh-password.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const fresh = createFreshPasswords(new Uint8Array(32).fill(7));

test("counts for five minutes, for one session, on servers whose clocks differ a little", () => {
  const cookie = fresh.issue("session", NOW_MS);
  expect(fresh.isFresh(cookie, "session", NOW_MS - 90_000)).toBe(true);
  expect(fresh.isFresh(cookie, "session", NOW_MS + FRESH_MS)).toBe(true);
  expect(fresh.isFresh(cookie, "session", NOW_MS + FRESH_MS + 1)).toBe(false);
  expect(fresh.isFresh(cookie, "another", NOW_MS)).toBe(false);
  const others = createFreshPasswords(new Uint8Array(32).fill(8));
  expect(others.isFresh(cookie, "session", NOW_MS)).toBe(false);
});
