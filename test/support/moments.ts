import { games } from "../../src/games/index.ts";
import { phaseStartMs } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { RunningService } from "./running-service.ts";

/** Well into a day, so that there are results. */
const ROUND = 520_000;

/** The time `intoMs` after the start of a game's phase, `later` rounds after the first one. */
export function momentOf(slug: string, phase: Phase, intoMs: number, later = 0): number {
  const game = games.find((listed) => listed.slug === slug);
  if (game === undefined) {
    throw new RangeError(`${slug} is not a game.`);
  }
  const first = Math.floor((ROUND * 30_000) / game.intervalMs);
  return phaseStartMs(first + later, phase, game) + intoMs;
}

export function pageOf(
  { url, tableKey }: Pick<RunningService, "url" | "tableKey">,
  slug: string,
  query = "",
): string {
  return `${url}/embed/${slug}/?key=${tableKey}${query}`;
}
