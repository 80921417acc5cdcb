import type { HistoryEntry } from "../../wire/answers.ts";
import { checkBet, isWhole } from "./bet.ts";
import type { Bet } from "./bet.ts";
import { contradiction } from "./entry.ts";
import { SettleError } from "./error.ts";
import type { Prize } from "./market.ts";
import { prizeOf } from "./paytable.ts";
import type { Paytable } from "./paytable.ts";

/** What became of a bet. */
export interface Settlement {
  /**
   * `won`: the stake and the winnings are returned. `push`: the stake. `half`: half of it. `lost`:
   * nothing. `void`: the stake, since the bet was placed when the bets of its round had closed.
   */
  readonly outcome: "won" | "lost" | "push" | "half" | "void";
  /** What the player gets, stake included, in the unit of the stake. */
  readonly returned: number;
}

/** How an operator settles. */
export interface SettleOptions {
  /** What it pays where it differs from the usual. */
  readonly paytable?: Paytable;
}

/**
 * Settles a bet by its round's entry of `results`.
 *
 * All amounts are whole numbers. Winnings, and the half of a stake, are rounded down to the unit;
 * stakes that come back whole never need it.
 *
 * Throws a {@link SettleError} for whatever it cannot settle. Such a bet stays open, late or not.
 */
export function settle(entry: HistoryEntry, bet: Bet, options: SettleOptions = {}): Settlement {
  const { game, market } = checkBet(bet);
  const round = game.read(requireFinished(entry, bet.round));
  const event = market.event(round, bet.teams ?? []);
  const prize = prizeOf(options.paytable ?? {}, game, market, event);
  if (bet.placedAtMs >= bet.closesAtMs) {
    return { outcome: "void", returned: bet.stake };
  }
  return applyPrize(prize, bet.stake);
}

/** The entry, if it is of this round and, where it tells a phase, final. A state of `current` tells one. */
function requireFinished(entry: HistoryEntry, round: number): Readonly<Record<string, unknown>> {
  const fields = Object(entry) as Readonly<Record<string, unknown>>;
  if (!isWhole(fields["round"])) {
    throw contradiction("it is of no round");
  }
  if (fields["round"] !== round) {
    throw new SettleError("wrong-round", `The bet is of round ${round}, not ${fields["round"]}.`);
  }
  if (fields["phase"] === "betting" || fields["phase"] === "revealing") {
    throw new SettleError("unfinished", `Round ${round} is not over.`);
  }
  return fields;
}

function applyPrize(prize: Prize, stake: number): Settlement {
  switch (prize) {
    case "lost":
      return { outcome: "lost", returned: 0 };
    case "push":
      return { outcome: "push", returned: stake };
    case "half":
      return { outcome: "half", returned: quotient(stake, 2) };
    default: {
      const [wins, per] = prize;
      // In two steps, so that the product stays far below 2^53.
      const winnings = quotient(stake, per) * wins + quotient((stake % per) * wins, per);
      return { outcome: "won", returned: stake + winnings };
    }
  }
}

/** A division of whole numbers, rounded down. */
function quotient(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor;
}
