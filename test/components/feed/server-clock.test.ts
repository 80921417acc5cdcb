import fc from "fast-check";
import { expect, test } from "vitest";
import { ServerClock } from "../../../components/feed/server-clock.ts";

test("the server's time is at most half of the answer's way off", () => {
  const way = fc.record({ thereMs: fc.nat(2_000), backMs: fc.nat(2_000), localMs: fc.nat(1e9) });
  fc.assert(
    fc.property(way, ({ thereMs, backMs, localMs }) => {
      const serverStartMs = Date.UTC(2026, 6, 1);
      let local = localMs;
      const clock = new ServerClock(() => local);
      clock.sync(serverStartMs + thereMs, localMs, localMs + thereMs + backMs);
      local = localMs + thereMs + backMs + 5_000;
      const trueMs = serverStartMs + thereMs + backMs + 5_000;
      expect(Math.abs(clock.now() - trueMs)).toBeLessThanOrEqual((thereMs + backMs) / 2);
    }),
  );
});

test("there is no server's time before the first answer", () => {
  const clock = new ServerClock(() => 0);
  expect(clock.isSet).toBe(false);
  expect(() => clock.now()).toThrow("not known yet");
});
