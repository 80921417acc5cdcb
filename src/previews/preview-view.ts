import type { Game } from "../games/game.ts";
import { findGame } from "../games/index.ts";
import { wordsOf } from "../i18n/index.ts";
import { GENESIS_MS, phaseLengthMs } from "../round/clock.ts";
import type { Phase } from "../round/clock.ts";
import { untouched } from "../controls.ts";
import type { TableView } from "../view.ts";
import type { HistoryEntry, RoundState } from "../wire.ts";
import { fixtures } from "./fixtures.ts";

/** A moment of a table, chosen by hand. */
export interface PreviewChoice {
  slug: string;
  phase: Phase;
  /** Into the phase. */
  elapsedMs: number;
  /** Which of the game's fixtures. */
  outcome: number;
  lang: string;
}

const ROUND = 1_234_567;

/** The table at that moment, from fixtures alone. Null for a game or an outcome that is not there. */
export function previewView(choice: PreviewChoice): TableView | null {
  const game = findGame(choice.slug);
  const fixture = fixtures[choice.slug]?.[choice.outcome];
  if (game === undefined || fixture === undefined) {
    return null;
  }
  const { phase, elapsedMs } = choice;
  const remainMs = phase === "betting" ? phaseLengthMs(phase, game) - elapsedMs : 0;
  const date = new Date(GENESIS_MS).toISOString().slice(0, 10);
  const common = { round: ROUND, daily_round: 1_287, date, phase, remainMs };
  const fields = game.publicFields(phase === "betting" ? null : fixture.outcome, phase);
  return {
    game,
    state: Object.assign(common, fields) as RoundState,
    results: pastRounds(game, date),
    elapsedMs,
    remainMs,
    timeZone: "UTC",
    link: "live",
    ageMs: 0,
    controls: untouched,
    hasPicture: true,
    words: wordsOf(choice.lang),
  };
}

/** A board of finished rounds, as the game deals them from a fixed stream of numbers. */
function pastRounds(game: Game, date: string): HistoryEntry[] {
  let state = 20;
  const chance = {
    below(limit: number): number {
      // Marsaglia's xorshift: looks like chance, and is the same board every time.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % limit;
    },
  };
  return Array.from({ length: 72 }, (_, index) =>
    Object.assign(
      { round: ROUND - 1 - index, daily_round: 1_286 - index, date },
      game.historyFields(game.deal(chance)) as object,
    ),
  );
}
