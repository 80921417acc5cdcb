import type { ColourToken } from "../look/palette.ts";
import type { Card } from "../round/cards.ts";
import type { Mark, Road } from "../round/mark.ts";
import type { Phase } from "../round/phases.ts";
import type { Random } from "../round/random.ts";
import type { GameTiming } from "./timing.ts";

/** A side that can win: its id on the wire, and its letter and colour on beads and banners. */
export interface Side {
  readonly id: string;
  readonly letter: string;
  readonly colour: ColourToken;
}

/** A side's hand, in the order of the deal. */
export interface Hand {
  readonly side: string;
  readonly cards: readonly Card[];
  /** The hand's total; null in a game without totals. */
  readonly total: number | null;
}

/**
 * A finished round's summary: the hands; the sides from first place to last; or text that does not need translation,
 * such as "3 + 4 = 7".
 */
export type Summary =
  | { readonly hands: readonly Hand[] }
  | { readonly ranking: readonly string[] }
  | { readonly text: string };

/**
 * Two times in the `result` phase, in ms from its start: when the finish has been replayed, and when the picture names
 * the winner. Nothing outside the picture names the winner earlier.
 */
export type RevealTimes = readonly [replayedUntilMs: number, winnerRevealMs: number];

/** The game's fields in a round's state: all of them in every phase, null until they become public. */
export type StateFields<Outcome> = { [Field in keyof Outcome]: Outcome[Field] | null };

/** An event's probability in one round. The game's words name the event by its id. */
export interface Odds {
  readonly id: string;
  readonly chance: number;
}

/**
 * One game: its rules, its sides, its timing and its public fields. `Outcome` contains the game's fields under their
 * wire names. `Slug` and `EventType` are literals, from which we derive the types for integrators.
 *
 * Functions of outcomes are methods, because only then does TypeScript accept a `Game<BaccaratOutcome>` in a list of
 * `Game`, which the registry needs.
 */
export interface Game<
  Outcome = unknown,
  Slug extends string = string,
  EventType extends `${string}_phase` = `${Slug}_phase`,
> extends GameTiming {
  /** The game's name in URLs. */
  readonly slug: Slug;
  /** The game's number in the derivation; never reused. */
  readonly code: number;
  /** The `type` of its phase messages; not always derived from the slug. */
  readonly eventType: EventType;
  readonly sides: readonly Side[];
  /** Empty for a game whose history is not a sequence of two sides. */
  readonly roads: readonly Road[];
  /** Whether each round ranks all sides (its summary is a `ranking`), so that the history shows places. */
  readonly hasPlaces: boolean;
  readonly hasPairs: boolean;
  /** When the picture names the winner of a round; immediately if omitted. */
  revealTimes?(state: { readonly round: number } & StateFields<Outcome>): RevealTimes;
  winner(outcome: Outcome): string;
  /** A finished round's mark on the roads; null for a game without roads. */
  mark(outcome: Outcome): Mark | null;
  summary(outcome: Outcome): Summary;
  /** The exact odds of the main events, which tests derive from the rules. */
  readonly odds: readonly Odds[];
  deal(random: Random): Outcome;
  /** A finished round's outcome, field by field. */
  historyFields(outcome: Outcome): Outcome;
  /**
   * The public fields of a round in a phase. The outcome is null while bets are open, because it is not derived yet.
   */
  publicFields(outcome: Outcome | null, phase: Phase): StateFields<Outcome>;
}

/**
 * Named outcomes that a test can request in addition to a winning side, each with its condition. The round number
 * matters if the picture depends on it.
 */
export type NamedOutcomes<Outcome = unknown> = Readonly<
  Record<string, (outcome: Outcome, round: number) => boolean>
>;

/** An outcome for the previews, and its title there. */
export interface Fixture<Outcome = unknown> {
  readonly title: string;
  readonly outcome: Outcome;
}

/** The part of a plate that is visible in a box of any shape, as fractions of the plate. */
export interface Focus {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether a box that is too wide cuts off only the top of the plate, because the bets are at the bottom. */
  readonly keepsFoot?: boolean;
}
