import { findGame } from "../games/index.ts";
import type { Game } from "../games/game.ts";
import type { OpenRecord } from "./record.ts";
import { dateOfDay, dayOfRound } from "./utc-day.ts";

/** Where a house shows the public keys that sign its headers. */
export const KEYS_PATH = "/fairness/keys.json";

/** Where a house tells of a round. */
export function recordPath(slug: string, round: number | string): string {
  return `/embed/${slug}/api/rounds/${round}`;
}

/** Where the house that told a record publishes the header of its day. */
export function headerPath({ game, round }: Pick<OpenRecord, "game" | "round">): string {
  const { intervalMs } = findGame(game) as Game;
  return `/fairness/${game}/${dateOfDay(dayOfRound(round, intervalMs))}.json`;
}
