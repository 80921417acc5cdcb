import { expect, test } from "vitest";
import { createPastBeacons } from "../../../server/oracle/past-beacons.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";

const [game] = games as [Game];
const LAST = 600_000;

/** Reads history pages from a store that contains a round's beacon only if `kept` returns true for the round. */
function world(kept: (round: number) => boolean) {
  const memory = new Set<number>();
  const withPastBeacons = createPastBeacons(
    { modeOf: () => "drand", beaconNumber: (_, round) => round },
    {
      heldSinceMs: (number) => (memory.has(number) ? 0 : Infinity),
      isWanted: () => false,
      async load(numbers) {
        const found = numbers.filter(kept);
        found.forEach((number) => memory.add(number));
        return new Set(found);
      },
    },
  );
  const page = (limit: number) => withPastBeacons(game, { last: LAST, limit }, () => "made");
  return { isHeld: (number: number) => memory.has(number), page };
}

test("a history page omits rounds without a beacon and reaches further back instead", async () => {
  const isKept = (round: number) => round % 3 !== 0;
  const { isHeld, page } = world(isKept);
  await page(20);
  const decided = Array.from({ length: 40 }, (_, index) => LAST - index).filter(isHeld);
  expect(decided.length).toBeGreaterThanOrEqual(20);
  const lost = decided.slice(0, 20).at(-1) as number;
  for (let round = LAST; round >= lost; round--) {
    expect(isHeld(round)).toBe(isKept(round));
  }
});

test("no history with gaps is sent while the database does not respond", async () => {
  const withPastBeacons = createPastBeacons(
    { modeOf: () => "drand", beaconNumber: (_, round) => round },
    {
      heldSinceMs: () => Infinity,
      isWanted: () => false,
      load: () => Promise.reject(new Error("The store does not respond.")),
    },
  );
  const attempt = withPastBeacons(game, { last: LAST, limit: 5 }, () => "made");
  await expect(attempt).rejects.toThrow("The store does not respond.");
});
