import { expect, test } from "vitest";
import { createCallQueue } from "../../../server/webhooks/call-queue.ts";
import type { Recipient } from "../../../server/webhooks/endpoint-states.ts";

function endpoint(tries: number): Recipient {
  return {
    endpoint: {
      id: "hook",
      subscriptionId: "subscription",
      url: "https://operator.example/hook",
      games: [],
      events: [],
      createdAtMs: 0,
      resumedAtMs: 0,
      off: null,
      oldSecretUntilMs: null,
      sealed: { id: "hook", secret: "", old_secret: null, old_secret_until: null },
    },
    validUntilMs: Infinity,
    progress: { seq: 0, seq_at: 0, tries, next_try_at: 0, failing_since: tries > 0 ? 0 : null },
    isBusy: false,
  };
}

// Cause: the limit for failing endpoints did not depend on the overall limit, so a lower overall limit left no slots.
test("a healthy endpoint is called while any number of failing endpoints hang", () => {
  const called: Recipient[] = [];
  const queue = createCallQueue(
    () => true,
    (recipient) => {
      called.push(recipient);
      return new Promise(() => {});
    },
  );
  for (let index = 0; index < 1_000; index++) {
    queue.offer(endpoint(1));
  }
  const healthy = endpoint(0);
  queue.offer(healthy);
  expect(called.length).toBeGreaterThan(1);
  expect(called).toContain(healthy);
});
