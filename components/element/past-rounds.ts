import { boardMarks, sideOfColour } from "../../src/hud/marks.ts";
import { boardOf } from "../../src/roads/board.ts";
import { podiumOf } from "../../src/roads/podium.ts";
import { tally } from "../../src/roads/statistics.ts";
import type { TableView } from "../../src/table/view.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import type { Past } from "../stage/past.ts";

/** So many races back a side's places are told. */
const RACES = 5;

/** Counted once for each list of results: it is asked for at every second. */
const known = new WeakMap<readonly HistoryEntry[], Past>();

/** What a table's results say on the cloth: the streak that stands, and the last places in races. */
export function pastOf(view: TableView): Past {
  let past = known.get(view.results);
  if (past === undefined) {
    past = { streak: streakOf(view), form: formOf(view) };
    known.set(view.results, past);
  }
  return past;
}

function streakOf(view: TableView): Past["streak"] {
  const marks = boardMarks(view);
  for (const colour of ["red", "blue"] as const) {
    const { current } = tally(marks, colour);
    if (current > 0) {
      return { side: sideOfColour(view, colour).id, length: current };
    }
  }
  return null;
}

function formOf({ game, results }: TableView): Past["form"] {
  const rankings = (entries: readonly HistoryEntry[]) =>
    entries.flatMap((entry) => {
      const summary = game.board.summary(entry);
      return "ranking" in summary ? [summary.ranking] : [];
    });
  const [last, board] = [rankings(results.slice(0, RACES)), rankings(boardOf(results))];
  return Object.fromEntries(
    game.board.sides.map(({ id }) => {
      const { wins, podiums } = podiumOf(board, id);
      return [id, { places: last.map((ranking) => ranking.indexOf(id) + 1), wins, podiums }];
    }),
  );
}
