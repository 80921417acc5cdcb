import fc from "fast-check";
import { expect, test } from "vitest";
import { ServerClock } from "../../../components/feed/server-clock.ts";

const SERVER_START_MS = Date.UTC(2026, 6, 1);

/** A viewer whose clock runs at the right speed, but is off by an hour or a year. */
function viewer() {
  let localMs = 777_777;
  const clock = new ServerClock(() => localMs);
  const serverMs = () => SERVER_START_MS + localMs;
  return {
    offMs: () => Math.abs(clock.now() - serverMs()),
    ask(thereMs: number, backMs: number) {
      const sentMs = localMs;
      localMs += thereMs;
      const at = serverMs();
      localMs += backMs;
      clock.learn(at, at, sentMs, localMs);
    },
  };
}

const ways = fc.record({ thereMs: fc.nat(2_000), backMs: fc.nat(2_000) });

test("the clock's error is at most half the round trip of the fastest response", () => {
  const several = fc.array(ways, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(several, (responses) => {
      const { ask, offMs } = viewer();
      for (const { thereMs, backMs } of responses) {
        ask(thereMs, backMs);
      }
      const quickest = Math.min(...responses.map(({ thereMs, backMs }) => thereMs + backMs));
      // Allows for clock drift since then: 0.1 ms a second.
      expect(offMs()).toBeLessThanOrEqual(quickest / 2 + 8 * 4 * 0.1);
    }),
  );
});
