/** Why a bet cannot be settled. Pay nothing for any of these: the bet stays open. */
export type SettleErrorCode =
  /** `bet.game` is not a game. */
  | "unknown-game"
  /** `bet.market` is not a market of its game. */
  | "unknown-market"
  /** `bet.teams` does not have the teams that the market requires. */
  | "bad-teams"
  /** `bet.stake` is not a whole number from 1 to {@link MAX_STAKE}. */
  | "bad-stake"
  /** `bet.placedAtMs` or `bet.closesAtMs` is not a time in whole ms since 1970. */
  | "bad-time"
  /** `bet.round` is not a whole number from 1. */
  | "bad-round"
  /** `options.paytable` has an unknown name, or invalid odds. */
  | "bad-paytable"
  /** The entry is for a different round from the bet. */
  | "wrong-round"
  /** The entry is for a different game from the bet. */
  | "wrong-game"
  /** The round is not over: settle again when it is in `results`. */
  | "unfinished"
  /** The entry lacks a field, or contradicts itself. */
  | "bad-entry";

/** Thrown for a bet that cannot be settled. `code` stays the same if the message changes. */
export class SettleError extends Error {
  override readonly name = "SettleError";
  readonly code: SettleErrorCode;

  constructor(code: SettleErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
