import { winnerSeenMs } from "../../src/hud/as-seen.ts";
import { winnerInWords } from "../../src/hud/side.ts";
import { LAST_SECONDS } from "../../src/look/tokens.ts";
import type { TableView } from "../../src/table/view.ts";

/** What a dealer says at a moment of a phase. */
export interface Call {
  /** In ms of the phase. */
  atMs: number;
  text: string;
}

/** After the bell that opens bets, and after the winner is named, in ms. */
const [OPEN_AT, RESULT_AT] = [450, 350];

/** The sides and their totals, or their cards where none are added up, and who has won: a sentence each. */
function resultCall(view: TableView): string {
  const { game, state, words } = view;
  const own = words.games[game.slug];
  const name = (id: string) => own?.sides[id] ?? id;
  const summary = game.board.summary(state);
  const hands = "hands" in summary ? summary.hands : [];
  const parts = hands.map(({ side, cards, total }) =>
    // The voice reads a total as its language does.
    [name(side), ...(total === null ? cards.map((card) => words.card(card)) : [total])].join(", "),
  );
  return [...parts, winnerInWords(view, state)].map((part) => `${part}.`).join(" ");
}

/** What is called in the phase of a view, in the order of the times. */
export function callsOf(view: TableView): Call[] {
  const { state, words, times } = view;
  switch (state?.phase) {
    case "betting":
      return [
        { atMs: OPEN_AT, text: words.phases.betting },
        { atMs: times.closesMs - LAST_SECONDS * 1_000, text: words.lastBets },
        { atMs: times.closesMs, text: words.phases.revealing },
      ];
    case "result":
      return [{ atMs: winnerSeenMs(view) + RESULT_AT, text: resultCall(view) }];
    default:
      return [];
  }
}
