import { expect, test } from "vitest";
import { BusyError, createHashing } from "../../../server/account/auth/password-hashing.ts";

const PASSWORD = "correct horse battery";

test("hashing does not block other requests", async () => {
  let turns = 0;
  let isDone = false;
  void createHashing()
    .hash(PASSWORD)
    .then(() => (isDone = true));
  while (!isDone) {
    await new Promise(setImmediate);
    turns += 1;
  }
  // Hundreds of thousands; a hash that only pauses occasionally allows a few dozen.
  expect(turns).toBeGreaterThan(1_000);
});

// On a busy machine a hash took 0.7 s, and the proxy gave up on the last fifteen of thirty.
test("a password queued too long for hashing is refused before a proxy times out", async () => {
  let nowMs = 0;
  const hashing = createHashing(() => nowMs);
  const asked = Array.from({ length: 3 }, () => hashing.hash(PASSWORD));
  // The first one has started by now.
  void asked[0]?.then(() => (nowMs = 5_001));
  const [first, ...late] = await Promise.allSettled(asked);
  expect(first?.status).toBe("fulfilled");
  for (const each of late) {
    expect(each).toMatchObject({ status: "rejected", reason: expect.any(BusyError) });
  }
  expect(await hashing.hash(PASSWORD)).toContain(":");
});
