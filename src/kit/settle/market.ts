/**
 * A bet's payout: odds as a fraction, such as `[19, 20]` for 19 to 20, paid on top of the stake; `push`, the stake;
 * `half`, half of the stake; or `lost`, nothing.
 */
export type Prize = readonly [wins: number, per: number] | "push" | "half" | "lost";

export interface MarketEvent {
  /** The number of the game's deals in which the event occurs. */
  readonly deals: number;
  /** The default payout. */
  readonly prize: Prize;
}

/** A market to bet on. `Round` is the type that {@link MarketGame.read} returns. */
export interface Market<Round = unknown> {
  readonly id: string;
  /** The number of teams that a bet names, whose order matters; 0 in the card games. */
  readonly teams: number;
  /** The mutually exclusive events that pay; otherwise the bet loses. */
  readonly events: Readonly<Record<string, MarketEvent>>;
  /** The name of the event that occurred; null for none. */
  event(round: Round, teams: readonly string[]): string | null;
}

export interface MarketGame<Round = unknown> {
  readonly slug: string;
  /** The number of deals, all equally likely. */
  readonly deals: number;
  /** The teams that bets can name. */
  readonly teams: readonly string[];
  readonly markets: readonly Market<Round>[];
  /** Reads an entry of this game. Throws a `SettleError` unless it is a finished, consistent round. */
  read(entry: Readonly<Record<string, unknown>>): Round;
}

/** Creates a market with one winning event. */
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
