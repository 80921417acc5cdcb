import type { HistoryEntry } from "../../wire/answers.ts";
import { boardMarks, sideOfColour } from "../marks.ts";
import { currentBoard } from "../roads/board.ts";
import { tallyPlaces, tally } from "../roads/statistics.ts";
import { sideOrder } from "../side.ts";
import type { TableView } from "./view.ts";

/** The recent form: a summary of the last rounds. It predicts nothing. */
export interface RecentForm {
  /** The side that has won the last rounds in a row, ignoring ties; null on an empty board. */
  streak: { side: string; length: number } | null;
  /** The form of each side in a race, by id. */
  sides: Readonly<Record<string, SideForm>>;
}

export interface SideForm {
  /** Its last places, latest first. */
  places: readonly number[];
  /** How often it came first on the board. */
  wins: number;
  /** How often it was among the first three. */
  podiums: number;
}

/** The number of last races whose places are shown. */
const RACES = 5;

/** Cached for each list of results, because the form is read every second. */
const cached = new WeakMap<readonly HistoryEntry[], RecentForm>();

/** The form of a table: the current streak, and the last places in races. */
export function recentForm(view: TableView): RecentForm {
  let form = cached.get(view.results);
  if (form === undefined) {
    form = { streak: currentStreak(view), sides: sideForms(view) };
    cached.set(view.results, form);
  }
  return form;
}

function currentStreak(view: TableView): RecentForm["streak"] {
  const marks = boardMarks(view);
  for (const colour of ["red", "blue"] as const) {
    const { currentStreak: length } = tally(marks, colour);
    if (length > 0) {
      return { side: sideOfColour(view, colour).id, length };
    }
  }
  return null;
}

function sideForms({ game, results }: TableView): RecentForm["sides"] {
  if (!game.hasPlaces) {
    return {};
  }
  const rankings = (entries: readonly HistoryEntry[]) =>
    entries.map((entry) => sideOrder({ game }, entry));
  const [last, board] = [rankings(results.slice(0, RACES)), rankings(currentBoard(results))];
  return Object.fromEntries(
    game.sides.map(({ id }) => {
      const { wins, podiums } = tallyPlaces(board, id);
      return [id, { places: last.map((ranking) => ranking.indexOf(id) + 1), wins, podiums }];
    }),
  );
}
