import type { FeltBand } from "../look/felt-band.ts";
import type { ColourToken } from "../look/palette.ts";
import type { Card } from "../round/cards.ts";
import type { Mark } from "../round/mark.ts";
import type { Phase } from "../round/phases.ts";
import type { Random } from "../round/random.ts";
import type { Road } from "../round/road.ts";
import type { GameTiming } from "./timing.ts";

/** A side that can win: its id on the wire, the letter and colour it has on beads and banners. */
export interface Side {
  readonly id: string;
  readonly letter: string;
  readonly colour: ColourToken;
}

/** A hand that was dealt to a side, in the order of its cards. */
export interface Hand {
  /** The id of its side. */
  readonly side: string;
  readonly cards: readonly Card[];
  /** What the cards add up to; null where they are not added up. */
  readonly total: number | null;
}

/**
 * A finished round in short: the hands that were dealt; the sides from first place to last; or text that
 * needs no language, such as "3 + 4 = 7".
 */
export type Summary =
  | { readonly hands: readonly Hand[] }
  | { readonly ranking: readonly string[] }
  | { readonly text: string };

/**
 * The times of a picture of a result, in ms of phase `result`: until when it replays the end of the round, and when it
 * names the winner. Nothing beside the picture names the winner earlier.
 */
export type Telling = readonly [replayedUntilMs: number, winnerSeenMs: number];

/** What the hud and the scenes need to know of a game without naming it. */
export interface Board<Outcome = unknown> {
  readonly sides: readonly Side[];
  /** Empty for a game whose history is no sequence of two sides. */
  readonly roads: readonly Road[];
  /** Whether each round ranks all sides (its summary is a `ranking`): the history is shown as places. */
  readonly hasPlaces: boolean;
  /** Whether the cards of a side can be a pair. */
  readonly hasPairs?: boolean;
  /** When the picture names the winner of a round; at once if left out. */
  tells?(state: { readonly round: number } & StateFields<Outcome>): Telling;
  /** The id of the side that won. */
  winner(outcome: Outcome): string;
  /** What a finished round leaves on the roads; null for a game that has none. */
  mark(outcome: Outcome): Mark | null;
  summary(outcome: Outcome): Summary;
}

/** The fields of a game in a round's state: all of them in every phase, null until they may show. */
export type StateFields<Outcome> = { [Field in keyof Outcome]: Outcome[Field] | null };

/** How likely something is in one round: an id that the words of the game name, and 0 to 1. */
export interface Odds {
  readonly id: string;
  readonly chance: number;
}

/**
 * One game: its rules, its times and the fields it shows. `Outcome` holds the game's fields under
 * their names on the wire. `Slug` and `EventType` are its names as literals, out of which the types that
 * integrators see are made.
 *
 * `deal` and the two functions that show fields are written as methods on purpose: TypeScript then
 * lets a list of `Game` hold a `Game<BaccaratOutcome>`, as the registry needs.
 */
export interface Game<
  Outcome = unknown,
  Slug extends string = string,
  EventType extends `${string}_phase` = `${Slug}_phase`,
> extends GameTiming {
  /** Its name in addresses. */
  readonly slug: Slug;
  /** Its number in the derivation; never reused. */
  readonly code: number;
  /** The `type` of its phase messages; not always built from the slug. */
  readonly eventType: EventType;
  readonly board: Board<Outcome>;
  /** What players ask about first, exact: they follow from the rules and are tested against them. */
  readonly odds: readonly Odds[];
  /** Plays one round. */
  deal(random: Random): Outcome;
  /** The outcome of a finished round, field by field. */
  historyFields(outcome: Outcome): Outcome;
  /**
   * What the public may see of a round in a phase, field by field. The outcome is null while bets
   * are open: it is not even derived then.
   */
  publicFields(outcome: Outcome | null, phase: Phase): StateFields<Outcome>;
}

/**
 * Outcomes that a test may ask for by name, besides the side that wins, and the condition of each. A round's
 * number counts where its picture depends on it.
 */
export type NamedOutcomes<Outcome = unknown> = Readonly<
  Record<string, (outcome: Outcome, round: number) => boolean>
>;

/** An outcome worth looking at in the design previews, and what it is called in their list. */
export interface Fixture<Outcome = unknown> {
  readonly title: string;
  readonly outcome: Outcome;
}

/** The place of a card on the felt: millimetres from its middle, degrees anticlockwise. */
export interface StillPlace {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** How a game looks at first. */
export interface Still<Outcome = unknown> {
  /** The part of the plate that every box shows in full, as shares of it. */
  readonly focus: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** World to plate, as the studio exported it. */
  readonly matrix: readonly (readonly number[])[];
  /** Its cells are lettered with the names of the sides; left out where there is none. */
  readonly band?: FeltBand;
  /** The cards of a round on the table, null for an unknown one; a method, so that any game's type fits. */
  cards?(
    state: { readonly phase: Phase } & StateFields<Outcome>,
  ): readonly { place: StillPlace; card: Card | null }[];
}
