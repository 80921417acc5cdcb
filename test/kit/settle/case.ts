import { ROUND } from "./rounds.ts";

const CLOSES_AT_MS = 1_795_311_765_000;

/** One case: `entry` names one of the entries of the file. Without a paytable the usual one applies. */
export interface Case {
  readonly name: string;
  readonly entry: string;
  readonly bet: Readonly<Record<string, unknown>>;
  readonly paytable?: unknown;
  readonly expect:
    | { readonly outcome: string; readonly returned: number }
    | { readonly error: string };
}

/** A bet taken a millisecond before the close, unless told otherwise. */
export function bet(game: string, market: string, teams: readonly string[] = [], stake = 100) {
  return {
    game,
    round: ROUND,
    market,
    ...(teams.length > 0 && { teams }),
    stake,
    placedAtMs: CLOSES_AT_MS - 1,
    closesAtMs: CLOSES_AT_MS,
  };
}
