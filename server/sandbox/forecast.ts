import { dealRound } from "../../src/fairness/publish.ts";
import { dateOfDay, dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { BeaconInput, Entropy } from "../../src/round/derive.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { InvalidInput } from "../access/errors.ts";
import type { IsGranted } from "./wish.ts";

/** What rounds to come will be dealt from. */
export interface ForecastOptions {
  /** 32 bytes. */
  readonly secret: Uint8Array;
  /** How the rounds of a game's UTC day are decided, or will be. */
  readonly modeOf: (game: Game, day: number) => Promise<Entropy>;
  readonly beaconOf: (game: Game, round: number) => BeaconInput;
}

/** How far a round is looked for. */
const MAX_DAYS = 31;
const DAY_MS = 86_400_000;
/** With beacons each round takes some milliseconds. */
const MAX_BEACON_ROUNDS = 3_000;

/**
 * The first round, from one on, whose outcome is the one that is asked for.
 *
 * @throws InvalidInput when there is none in a month.
 */
export async function findRound(
  { secret, modeOf, beaconOf }: ForecastOptions,
  game: Game,
  from: number,
  isGranted: IsGranted,
): Promise<number> {
  const { code, intervalMs } = game;
  const end = from + (MAX_DAYS * DAY_MS) / intervalMs;
  let day = -1;
  let mode: Entropy = "seed";
  let seedOf: (round: number) => Uint8Array = () => secret;
  let withBeacons = 0;
  for (let round = from; round < end && withBeacons < MAX_BEACON_ROUNDS; round++) {
    const dayOf = dayOfRound(round, intervalMs);
    if (dayOf !== day) {
      day = dayOf;
      mode = await modeOf(game, day);
      seedOf = seedsOfDay(deriveDaySecret(secret, code, day), code);
    }
    withBeacons += mode === "drand" ? 1 : 0;
    const beacon = mode === "drand" ? beaconOf(game, round) : null;
    if (isGranted(dealRound(game, round, seedOf(round), beacon), round)) {
      return round;
    }
  }
  throw new InvalidInput(
    `No round of ${game.slug} up to ${dateOfDay(day)} has that outcome. Ask for a likelier one.`,
  );
}
