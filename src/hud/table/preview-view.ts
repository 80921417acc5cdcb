import type { Game } from "../../games/contract.ts";
import { toHistoryEntry, toState } from "../../games/history-entry.ts";
import { findGame } from "../../games/index.ts";
import { timingOf } from "../../games/timing.ts";
import { wordsOf } from "../../i18n/index.ts";
import { u32 } from "../../round/bytes.ts";
import type { Entropy } from "../../round/derive.ts";
import { GENESIS_MS, isConfirmed } from "../../round/phases.ts";
import type { Phase } from "../../round/phases.ts";
import { randomFromKey } from "../../round/random.ts";
import type { HistoryEntry } from "../../wire/responses.ts";
import { BOARD_ROUNDS } from "../roads/current-board.ts";
import { fixtures } from "./all-fixtures.ts";
import { initialControls } from "./controls.ts";
import type { TableView } from "./view.ts";

export interface PreviewChoice {
  slug: string;
  /** `seed` mode if omitted. */
  entropy?: Entropy;
  phase: Phase;
  elapsedMs: number;
  /** Index of one of the game's fixtures. */
  outcome: number;
  lang: string;
  /** The round, on which the picture can depend; `PREVIEW_ROUND` if omitted. */
  round?: number;
  bets?: boolean;
}

export const PREVIEW_ROUND = 1_234_567;
/** Late on its board, so that the roads are long. */
const DAILY_ROUND = 1_287;
const DATE = new Date(GENESIS_MS).toISOString().slice(0, 10);

/** A table's view from fixtures. Null for an unknown game or outcome. */
export function previewView(choice: PreviewChoice): TableView | null {
  const game = findGame(choice.slug);
  const fixture = fixtures[choice.slug]?.[choice.outcome];
  if (game === undefined || fixture === undefined) {
    return null;
  }
  const { phase, elapsedMs } = choice;
  const times = timingOf(game, choice.entropy ?? "seed");
  const remainMs = phase === "betting" ? Math.max(0, times.closesMs - elapsedMs) : 0;
  const { round = PREVIEW_ROUND } = choice;
  const common = { round, daily_round: DAILY_ROUND, date: DATE };
  const past = pastRounds(game, round);
  const outcome = phase === "betting" ? null : fixture.outcome;
  return {
    game,
    state: { ...toState(game, common, phase, outcome), remainMs },
    times,
    results: isConfirmed(phase) ? [finishedEntry(game, round, 0, fixture.outcome), ...past] : past,
    elapsedMs,
    remainMs,
    timeZone: "UTC",
    connection: "live",
    ageMs: 0,
    controls: initialControls,
    hasPicture: true,
    words: wordsOf(choice.lang),
  };
}

/** A board of finished rounds dealt from a fixed key, latest first. */
function pastRounds(game: Game, round: number): HistoryEntry[] {
  const random = randomFromKey(u32(game.code));
  return Array.from({ length: BOARD_ROUNDS }, (_, index) =>
    finishedEntry(game, round, index + 1, game.deal(random)),
  );
}

function finishedEntry(game: Game, round: number, ago: number, outcome: unknown): HistoryEntry {
  const common = { round: round - ago, daily_round: DAILY_ROUND - ago, date: DATE };
  return toHistoryEntry(game, common, outcome);
}
