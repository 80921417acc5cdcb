import { publicKeyOf } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { VERSION } from "../../src/fairness/header.ts";
import {
  commitDay,
  dealRound,
  makeHeader,
  openRecord,
  rootHex,
  roundRecord,
} from "../../src/fairness/publish.ts";
import type { PublishedKeys } from "../../src/fairness/published-keys.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { dayAt, dayStartMs, roundsOfDay } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { deriveDaySecret, SECRET_BYTES, seedsOfDay } from "../../src/round/derive.ts";
import { PHASES, phaseLengthMs, phaseStartMs, roundAt } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire.ts";
import { createOracle } from "../rounds/oracle.ts";
import { exactly } from "../time/bounded-time.ts";

/*
 * The examples of the contract are true: rounds that a service with this secret has, and proofs of them
 * that verify. The secret is that of the published vectors, and nobody's own.
 */

export const EXAMPLE_SECRET = Uint8Array.from({ length: SECRET_BYTES }, (_, index) => index);

/** The key that signs the headers of the examples. */
const SIGNING_KEY = new Uint8Array(32).fill(7);

/** Noon, when a round of every game begins. */
export const EXAMPLE_MS = Date.UTC(2026, 6, 1, 12);

/** Headers are published so long before their day. */
const AHEAD_MS = 25 * 3_600_000;

/** What the addresses answer about one round of a game. */
export interface ExampleRound {
  readonly states: Readonly<Record<Phase, RoundState>>;
  /** The round and the one before it, as `results` lists them. */
  readonly entries: readonly HistoryEntry[];
  readonly schedule: Schedule;
  readonly open: OpenRecord;
  readonly record: RoundRecord;
  readonly header: SignedHeader;
}

/** The round of a game that begins at {@link EXAMPLE_MS}. */
export function exampleRound(game: Game): ExampleRound {
  const oracle = createOracle({ secret: EXAMPLE_SECRET, timeZone: "UTC" });
  const round = roundAt(EXAMPLE_MS, game.intervalMs);
  const stateIn = (phase: Phase) => oracle.current(game, exactly(middleOf(game, round, phase)));
  const day = dayAt(EXAMPLE_MS);
  const seedOf = seedsOfDay(deriveDaySecret(EXAMPLE_SECRET, game.code, day), game.code);
  const commitment = commitDay(game, day, seedOf);
  const publishedAt = dayStartMs(day) - AHEAD_MS;
  const header = makeHeader(
    { game, day, root: rootHex(commitment), chain: null, publishedAt },
    SIGNING_KEY,
  );
  const open = openRecord(round, header, commitment, null);
  const seed = seedOf(round);
  const outcome = game.historyFields(dealRound(game, round, seed, null));
  const finishedMs = middleOf(game, round, "result");
  return {
    states: Object.fromEntries(
      PHASES.map((phase) => [phase, stateIn(phase)]),
    ) as ExampleRound["states"],
    entries: oracle.results(game, finishedMs, { limit: 2 }),
    schedule: oracle.schedule(game, finishedMs),
    open,
    record: roundRecord(open, commitment, { seed, beacon: null, outcome }),
    header,
  };
}

/** The key that signs the headers of the examples, as it is published. */
export const exampleKeys: PublishedKeys = {
  version: VERSION,
  keys: [publicKeyOf(SIGNING_KEY)],
  chains: [],
  firstRounds: Object.fromEntries(
    games.map(({ slug, intervalMs }) => [
      slug,
      roundsOfDay(dayAt(EXAMPLE_MS), intervalMs).firstRound,
    ]),
  ),
};

/** The middle of a phase of a round, epoch ms. */
export function middleOf(game: Game, round: number, phase: Phase): number {
  return phaseStartMs(round, phase, game) + phaseLengthMs(phase, game) / 2;
}
