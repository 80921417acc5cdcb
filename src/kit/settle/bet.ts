import type { Schedule } from "../../wire/responses.ts";
import { SettleError } from "./error.ts";
import { requireGame, requireMarket } from "./games.ts";
import type { Market, MarketGame } from "./market.ts";

/**
 * Maximum stake, in the smallest currency unit: ten billion dollars in cents. All payouts on it are exact in JavaScript
 * numbers, SQLite and PHP integers, and JSON.
 */
export const MAX_STAKE = 1_000_000_000_000;

/** A bet as an operator stores it. */
export interface Bet {
  /** The game's slug. */
  readonly game: string;
  readonly round: number;
  /** The market, such as `banker-pair`. */
  readonly market: string;
  /** The teams, whose order matters; left out if the market has none. */
  readonly teams?: readonly string[];
  /** In the smallest currency unit, such as cents. */
  readonly stake: number;
  /**
   * When the operator's server took the bet on the service's clock, epoch ms: `latestMs` of a `serviceClock` from
   * `tableside/client`.
   */
  readonly placedAtMs: number;
  /** When bets on its round closed, epoch ms: from the round record, or see {@link betsCloseAtMs}. */
  readonly closesAtMs: number;
}

/**
 * Checks a bet, and returns its game and market. Throws the `settle` errors that depend on the bet alone: an unknown
 * game or market, or an invalid round, teams, stake or time. Call `checkBet` before you accept a bet.
 */
export function checkBet(bet: Bet): { game: MarketGame; market: Market } {
  const game = requireGame(bet.game);
  const market = requireMarket(game, bet.market);
  const teams: unknown = bet.teams ?? [];
  if (
    !Array.isArray(teams) ||
    teams.length !== market.teams ||
    new Set(teams).size !== teams.length ||
    !teams.every((team: string) => game.teams.includes(team))
  ) {
    throw new SettleError(
      "bad-teams",
      market.teams === 0
        ? `"teams" of a bet on ${market.id} must be an empty list.`
        : `"teams" of a bet on ${market.id} must be a list of ${market.teams}, all different, from: ${game.teams.join(", ")}.`,
    );
  }
  if (!isWhole(bet.round)) {
    throw new SettleError("bad-round", "A round must be a whole number from 1, not a string.");
  }
  if (!isWhole(bet.stake) || bet.stake > MAX_STAKE) {
    throw new SettleError(
      "bad-stake",
      `A stake must be a whole number from 1 to ${MAX_STAKE}, such as cents.`,
    );
  }
  for (const name of ["placedAtMs", "closesAtMs"] as const) {
    if (!isTimeMs(bet[name])) {
      throw new SettleError(
        "bad-time",
        (bet[name] ?? null) === null
          ? `${name} is missing. Use the bet that takeBet returned.`
          : `${name} must be a whole number of milliseconds since 1970, not seconds.`,
      );
    }
  }
  return { game, market };
}

export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** Minimum time, far above any time in seconds, which would make every bet seem early. */
const MIN_TIME_MS = 1_000_000_000_000;

function isTimeMs(value: unknown): boolean {
  return isWhole(value) && value >= MIN_TIME_MS;
}

const DAY_MS = 86_400_000;

/**
 * When bets on a round close, epoch ms, according to a `schedule` response. The response covers the UTC day of its
 * `now` and the rounds starting with its `next`. Throws a RangeError for other rounds: read `closesAt` in their records
 * (`api/rounds/{round}`) instead.
 */
export function betsCloseAtMs(round: number, schedule: Schedule): number {
  const { genesis, intervalMs, next, now, closesMs } = schedule;
  const startMs = genesis + (round - 1) * intervalMs;
  if (next !== null && round >= next.round) {
    return startMs + next.closesMs;
  }
  if (!Number.isSafeInteger(startMs) || Math.floor(startMs / DAY_MS) !== Math.floor(now / DAY_MS)) {
    throw new RangeError(
      `This schedule does not say when bets on round ${round} close. Read the schedule again, or use the closesAtMs that you stored with the bet.`,
    );
  }
  return startMs + closesMs;
}
