import type { HistoryEntry } from "../../wire/responses.ts";
import { checkBet, isWhole } from "./bet.ts";
import type { Bet } from "./bet.ts";
import { contradiction } from "./entry-fields.ts";
import { SettleError } from "./error.ts";
import type { Prize } from "./market.ts";
import { prizeOf } from "./paytable.ts";
import type { Paytable } from "./paytable.ts";

export interface Settlement {
  /**
   * `won`: the stake and the winnings are returned. `push`: the stake. `half`: half of it. `lost`: nothing. `void`: the
   * stake, because the bet was placed after bets had closed.
   */
  readonly outcome: "won" | "lost" | "push" | "half" | "void";
  /** The amount that the player gets, including the stake, in the stake's unit. */
  readonly returned: number;
}

export interface SettleOptions {
  /** The operator's payouts that differ from the defaults. */
  readonly paytable?: Paytable;
}

/**
 * Settles a bet from its round's `results` entry.
 *
 * All amounts are whole numbers. Winnings, and half of a stake, are rounded down.
 *
 * Throws a {@link SettleError} if it cannot settle the bet, which then stays open, even if it was placed late.
 */
export function settle(
  entry: HistoryEntry | null | undefined,
  bet: Bet,
  options: SettleOptions = {},
): Settlement {
  const unknown = Object.keys(options).find((name) => name !== "paytable");
  if (unknown !== undefined) {
    throw new SettleError(
      "bad-paytable",
      `"${unknown}" is not an option. Pass a paytable as { paytable }.`,
    );
  }
  const { game, market } = checkBet(bet);
  const round = game.read(requireFinished(entry, bet.round));
  const event = market.event(round, bet.teams ?? []);
  const prize = prizeOf(options.paytable ?? {}, game, market, event);
  if (bet.placedAtMs >= bet.closesAtMs) {
    return { outcome: "void", returned: bet.stake };
  }
  return applyPrize(prize, bet.stake);
}

/** The fields of a final entry for this round. Throws for a state from `current` before its result. */
function requireFinished(
  entry: HistoryEntry | null | undefined,
  round: number,
): Readonly<Record<string, unknown>> {
  // `undefined` is the first entry of an empty list.
  if (entry === undefined || entry === null) {
    throw new SettleError("unfinished", `Round ${round} is not in the results yet.`);
  }
  const fields = Object(entry) as Readonly<Record<string, unknown>>;
  if (!isWhole(fields["round"])) {
    throw contradiction("it has no round number");
  }
  if (fields["round"] !== round) {
    throw new SettleError(
      "wrong-round",
      `The bet is on round ${round}, but the entry is for ${fields["round"]}. Pass the entry of the bet's round.`,
    );
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
      // Computed in two steps, so that products stay far below 2^53.
      const winnings = quotient(stake, per) * wins + quotient((stake % per) * wins, per);
      return { outcome: "won", returned: stake + winnings };
    }
  }
}

/** Divides whole numbers, rounding down. */
function quotient(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor;
}
