import type { BetsWords } from "../../src/i18n/bets-words.ts";
import type { SpotBets, SpotName } from "../../src/table/bets.ts";
import type { TableView } from "../../src/table/view.ts";
import { BetsBook } from "../bets/book.ts";
import type { BetsShown } from "../stage/bets/shown.ts";

/** Stakes of all players on one spot after another, and of one of them. */
const TOTALS = [4_120, 730, 12_400, 310, 55, 2_600];
const OWN = [50, 20, 0, 125, 0, 5];

/** Bets on all spots of a table, and winners by its state. */
export function previewBets(
  view: TableView,
  spots: readonly SpotName[],
  words?: BetsWords,
): BetsShown | undefined {
  const { state, game } = view;
  if (state === null) {
    return undefined;
  }
  const book = new BetsBook();
  const bets = spots.map(({ market, teams }, i): SpotBets => ({
    market,
    teams: teams ?? [],
    total: TOTALS[i] ?? 0,
    own: OWN[i] ?? 0,
  }));
  book.take({ round: state.round, spots: bets }, null);
  if (state.phase === "result" || state.phase === "waiting") {
    const winner = game.board.winner(state);
    const won = bets.filter(({ market, teams }) => [market, teams?.[0]].includes(winner));
    const wins = won.map(({ own = 0, ...spot }) => ({ ...spot, own: 2 * own }));
    book.settle({ round: state.round, spots: wins }, null);
  }
  return book.shown(view, words);
}
