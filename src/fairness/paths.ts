import type { Game } from "../games/contract.ts";
import { findGame } from "../games/index.ts";
import type { OpenRecord } from "./record.ts";
import { dateOfDay, dayOfRound } from "./utc-day.ts";

/** Where a house shows the public keys that sign its headers. */
export const KEYS_PATH = "/fairness/keys.json";

/** Where a house publishes a round. */
export function recordPath(slug: string, round: number | string): string {
  return `/embed/${slug}/api/rounds/${round}`;
}

/** Where a house publishes the header of a game's UTC day. */
export function headerOfDayPath(slug: string, day: number): string {
  return `/fairness/${slug}/${dateOfDay(day)}.json`;
}

/** Where the house that published a record has the header of its day. */
export function headerPath({ game, round }: Pick<OpenRecord, "game" | "round">): string {
  const { intervalMs } = findGame(game) as Game;
  return headerOfDayPath(game, dayOfRound(round, intervalMs));
}

/** Where a house lists finished rounds before another, the latest first. */
export function resultsPath(slug: string, before: number, limit: number): string {
  return `/embed/${slug}/api/results?limit=${limit}&before=${before}`;
}

/** Where a house lists a finished round alone. */
export function entryPath(slug: string, round: number): string {
  return `/embed/${slug}/api/results?round=${round}`;
}
