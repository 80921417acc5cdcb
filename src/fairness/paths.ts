import type { Game } from "../games/contract.ts";
import { findGame } from "../games/index.ts";
import type { OpenRecord } from "./record.ts";
import { dateOfDay, dayOfRound } from "./utc-day.ts";

export const KEYS_PATH = "/fairness/keys.json";

export function recordPath(slug: string, round: number | string): string {
  return `/embed/${slug}/api/rounds/${round}`;
}

export function headerOfDayPath(slug: string, day: number): string {
  return `/fairness/${slug}/${dateOfDay(day)}.json`;
}

export function headerPath({ game, round }: Pick<OpenRecord, "game" | "round">): string {
  const { intervalMs } = findGame(game) as Game;
  return headerOfDayPath(game, dayOfRound(round, intervalMs));
}

/** The path of the finished rounds before another, newest first. */
export function resultsPath(slug: string, before: number, limit: number): string {
  return `/embed/${slug}/api/results?limit=${limit}&before=${before}`;
}

export function entryPath(slug: string, round: number): string {
  return `/embed/${slug}/api/results?round=${round}`;
}
