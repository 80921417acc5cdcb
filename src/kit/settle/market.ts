/**
 * What a bet gets: odds as a fraction, `[19, 20]` for 19 to 20, which come on top of the stake; or
 * `push`, the stake back; `half`, half the stake back; `lost`, nothing.
 */
export type Prize = readonly [wins: number, per: number] | "push" | "half" | "lost";

/** Something that can come out of a round: in how many of the game's deals it does, and what it pays. */
export interface MarketEvent {
  readonly deals: number;
  readonly prize: Prize;
}

/** Something to bet on. `Round` is what its game reads from an entry. */
export interface Market<Round = unknown> {
  readonly id: string;
  /** How many teams a bet names, in the order that matters; 0 in the card games. */
  readonly teams: number;
  /** What can come out, no two at once; whatever is not named loses. */
  readonly events: Readonly<Record<string, MarketEvent>>;
  /** The name of the event that came out, null when none did. */
  event(round: Round, teams: readonly string[]): string | null;
}

/** The markets of a game. */
export interface MarketGame<Round = unknown> {
  readonly slug: string;
  /** How many deals there are, all equally likely. */
  readonly deals: number;
  /** The teams that bets can name. */
  readonly teams: readonly string[];
  readonly markets: readonly Market<Round>[];
  /** Reads an entry of this game. Throws a `SettleError` unless it is a finished round that makes sense. */
  read(entry: Readonly<Record<string, unknown>>): Round;
}

/** A market with one event that wins. */
export function simpleMarket<Round>(
  id: string,
  deals: number,
  prize: Prize,
  wins: (round: Round, teams: readonly string[]) => boolean,
  teams = 0,
): Market<Round> {
  return {
    id,
    teams,
    events: { won: { deals, prize } },
    event: (round, named) => (wins(round, named) ? "won" : null),
  };
}
