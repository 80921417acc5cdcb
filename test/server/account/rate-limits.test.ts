import { describe, expect, test } from "vitest";
import { createRateLimits } from "../../../server/account/rate-limits.ts";

const HOME = "203.0.113.7";
const ANN = "ann@operator.example";

function openLimits() {
  const clock = { nowMs: 0 };
  return { clock, limits: createRateLimits(() => clock.nowMs) };
}

/** How many of 2,000 attempts are allowed. */
function allowed(may: (time: number) => boolean): number {
  return Array.from({ length: 2_000 }, (_, time) => may(time)).filter(Boolean).length;
}

const otherAddress = (time: number) => `198.51.${time >> 8}.${time & 255}`;
const otherEmail = (time: number) => `ann${time}@operator.example`;

describe("limits on password guesses", () => {
  test("one IP address gets 20 attempts, regardless of account", () => {
    const { clock, limits } = openLimits();
    const tries = () => allowed((time) => limits.maySignIn(HOME, otherEmail(time), undefined));
    expect(tries()).toBe(20);
    clock.nowMs += 60_000;
    expect(tries()).toBe(10);
  });

  // Ten wrong passwords from one address locked the owner out of every new browser.
  test("one IP address gets ten attempts for an account", () => {
    const { clock, limits } = openLimits();
    const guess = () => limits.maySignIn(HOME, ANN, undefined);
    expect(allowed(guess)).toBe(10);
    expect(limits.maySignIn(HOME, ANN.toUpperCase(), undefined)).toBe(false);
    for (let hour = 1; hour <= 48; hour++) {
      clock.nowMs += 3_600_000;
      expect(allowed(guess)).toBe(10);
      expect(limits.maySignIn("192.0.2.1", ANN, undefined)).toBe(true);
    }
  });

  test("unknown browsers together get a hundred attempts for an account", () => {
    const { clock, limits } = openLimits();
    const guess = (time: number) => limits.maySignIn(otherAddress(time), ANN, undefined);
    expect(allowed(guess)).toBe(100);
    clock.nowMs += 3_600_000;
    expect(allowed(guess)).toBe(40);
  });

  test.each(["10.1.2.3", "0:0:0:0::/64", "fd00:1:2:3::/64"])(
    "an address that many users may share gets ten times as many attempts: %s",
    (address) => {
      const { limits } = openLimits();
      expect(allowed((time) => limits.maySignIn(address, otherEmail(time), undefined))).toBe(200);
    },
  );
});
