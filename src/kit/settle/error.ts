/** Why a bet cannot be settled. None of these pays anything: the bet stays open. */
export type SettleErrorCode =
  /** `bet.game` is none of the games. */
  | "unknown-game"
  /** `bet.market` is no market of its game. */
  | "unknown-market"
  /** `bet.teams` is not what the market asks for. */
  | "bad-teams"
  /** `bet.stake` is not a whole number from 1 to {@link MAX_STAKE}. */
  | "bad-stake"
  /** `bet.placedAtMs` or `bet.closesAtMs` is not a time in whole ms. */
  | "bad-time"
  /** `options.paytable` names something unknown, or odds that are none. */
  | "bad-paytable"
  /** The entry is of another round than the bet. */
  | "wrong-round"
  /** The entry is of another game than the bet. */
  | "wrong-game"
  /** The round is not over: settle again when it is in `results`. */
  | "unfinished"
  /** The entry lacks a field, or contradicts itself. */
  | "bad-entry";

/** A bet that cannot be settled as given. `code` stays the same when the words change. */
export class SettleError extends Error {
  readonly code: SettleErrorCode;

  constructor(code: SettleErrorCode, message: string) {
    super(message);
    this.name = "SettleError";
    this.code = code;
  }
}
