import type { BetsWords } from "../../src/i18n/words.ts";
import { settle } from "../../src/kit/settle.ts";
import type { SpotBets, SpotName } from "../../src/table/bets.ts";
import type { TableView } from "../../src/table/view.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import { BetsBook } from "../bets/book.ts";
import type { BetsShown } from "../stage/bets/shown.ts";

/** Stakes of all players on one spot after another, and of one of them. */
const TOTALS = [4_120, 730, 12_400, 310, 55, 2_600];
const OWN = [50, 20, 0, 125, 0, 5];
/** While bets are open they are told one after another: when, in ms of the phase, and how much of all by then. */
const COME = [
  { atMs: 900, share: 0.2 },
  { atMs: 2_600, share: 0.5 },
  { atMs: 4_300, share: 0.8 },
  { atMs: 6_000, share: 1 },
] as const;
const IN_TIME = { placedAtMs: 1, closesAtMs: 2 };

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
  book.take(null, null);
  if (state.phase === "betting") {
    const { elapsedMs } = view;
    for (const [step, { atMs, share }] of COME.entries()) {
      if (atMs <= elapsedMs) {
        const come = bets.map(({ total = 0, own = 0, ...spot }, i) => ({
          ...spot,
          total: Math.round(total * share),
          own: i % 3 < step ? own : 0,
        }));
        book.take({ round: state.round, spots: come }, { state, elapsedMs: atMs });
      }
    }
  } else {
    book.take({ round: state.round, spots: bets }, null);
  }
  if (state.phase === "result" || state.phase === "waiting") {
    const { round } = state;
    // What nobody has bet on wins as well.
    const paidBy = ({ market, teams = [] }: SpotName, stake: number) =>
      settle(state as HistoryEntry, { game: game.slug, round, market, teams, stake, ...IN_TIME })
        .returned;
    const wins = bets
      .filter((spot) => paidBy(spot, 100) > 0)
      .map(({ market, teams = [], own = 0 }) => ({
        market,
        teams,
        own: own && paidBy({ market, teams }, 100 * own) / 100,
      }));
    book.settle({ round, spots: wins }, null);
  }
  return book.shown(view, words);
}
