import { describe, expect, test } from "vitest";
import { BusyError, createHashing } from "../../../server/account/auth/password-hashing.ts";

const PASSWORD = "correct horse battery";

test("the event loop is never blocked meanwhile", async () => {
  let turns = 0;
  let isDone = false;
  void createHashing()
    .hash(PASSWORD)
    .then(() => (isDone = true));
  while (!isDone) {
    await new Promise(setImmediate);
    turns += 1;
  }
  // Hundreds of thousands; a hash that only pauses now and then leaves it some dozens.
  expect(turns).toBeGreaterThan(1_000);
});

describe("too many at once", () => {
  // On a busy machine a hash took 0.7 s, and the proxy gave up on the last fifteen of thirty.
  test("nobody is left waiting for longer than a proxy waits", async () => {
    let nowMs = 0;
    const hashing = createHashing(() => nowMs);
    const asked = Array.from({ length: 3 }, () => hashing.hash(PASSWORD));
    // The first has started meanwhile.
    void asked[0]?.then(() => (nowMs = 5_001));
    const [first, ...late] = await Promise.allSettled(asked);
    expect(first?.status).toBe("fulfilled");
    for (const each of late) {
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(BusyError) });
    }
    expect(await hashing.hash(PASSWORD)).toContain(":");
  });
});
