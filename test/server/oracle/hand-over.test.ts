import { expect, test } from "vitest";
import { endGradually } from "../../../server/oracle/audience.ts";
import type { Audience } from "../../../server/oracle/audience.ts";
import { manualClock } from "../../support/manual-clock.ts";

function audienceOf(size: number): Audience {
  let listeners = size;
  return {
    get size() {
      return listeners;
    },
    add: () => {},
    remove: () => {},
    send: () => {},
    end(_reason, most = Infinity) {
      listeners -= Math.min(most, listeners);
    },
  };
}

const sizes = (audiences: readonly Audience[]) =>
  audiences.reduce((sum, { size }) => sum + size, 0);

test("ten thousand viewers are moved to another server within two seconds", () => {
  const clock = manualClock(0);
  const audiences = [6_000, 3_000, 0, 1_000].map(audienceOf);
  endGradually(audiences, clock.setTimer);
  const left = [sizes(audiences)];
  for (let step = 1; step < 40; step++) {
    clock.pass(50);
    left.push(sizes(audiences));
  }
  expect(left.at(-1)).toBe(0);
  expect(left.map((size, at) => (left[at - 1] ?? 10_000) - size)).toEqual(Array(40).fill(250));
  expect(clock.waiting).toBe(0);
});
