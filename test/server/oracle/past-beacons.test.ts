import { expect, test } from "vitest";
import { createPastBeacons } from "../../../server/oracle/past-beacons.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";

const [game] = games as [Game];
const LAST = 600_000;

/** A store of beacons by round number. Some beacons are in memory, others in the store. */
function world(held: (round: number) => boolean, kept: (round: number) => boolean) {
  const asked: number[][] = [];
  const memory = new Set<number>();
  const wanted = new Set<number>();
  const isHeld = (number: number) => held(number) || memory.has(number);
  const withPastBeacons = createPastBeacons(
    { modeOf: () => "drand", beaconNumber: (_, round) => round },
    {
      heldSinceMs: (number) => (isHeld(number) ? 0 : Infinity),
      isWanted: (number) => wanted.has(number),
      async load(numbers) {
        asked.push([...numbers]);
        const found = numbers.filter(kept);
        found.forEach((number) => memory.add(number));
        return new Set(found);
      },
    },
    () => {},
  );
  const page = (limit: number) => withPastBeacons(game, { last: LAST, limit }, () => "made");
  const forward = (after: number, limit: number) =>
    withPastBeacons(game, { last: LAST, limit, after }, () => "made");
  const single = (round: number) =>
    withPastBeacons(game, { last: LAST, limit: 20, round }, () => "made");
  return { asked, memory, wanted, isHeld, page, forward, single };
}

test("a page of history replaces rounds without a beacon with older rounds", async () => {
  const isKept = (round: number) => round % 3 !== 0;
  const { isHeld, page } = world(() => false, isKept);
  await page(20);
  const decided = Array.from({ length: 40 }, (_, index) => LAST - index).filter(isHeld);
  expect(decided.length).toBeGreaterThanOrEqual(20);
  const lost = decided.slice(0, 20).at(-1) as number;
  for (let round = LAST; round >= lost; round--) {
    expect(isHeld(round)).toBe(isKept(round));
  }
});

test("history with gaps is refused, not sent, while the database does not respond", async () => {
  const log: string[] = [];
  const withPastBeacons = createPastBeacons(
    { modeOf: () => "drand", beaconNumber: (_, round) => round },
    {
      heldSinceMs: () => Infinity,
      isWanted: () => false,
      load: async () => {
        throw new Error("The store is silent.");
      },
    },
    (event) => log.push(event),
  );
  const attempt = withPastBeacons(game, { last: LAST, limit: 5 }, () => "made");
  await expect(attempt).rejects.toMatchObject({ fault: "unreachable" });
  expect(log).toEqual(["beacons not loaded"]);
});
