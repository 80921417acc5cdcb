import type { HistoryEntry } from "../../wire/responses.ts";
import { currentBoard } from "../roads/current-board.ts";
import { tallyPlaces } from "../roads/tally.ts";
import { sideOrder } from "../side.ts";
import type { TableView } from "./view.ts";

/** The form of each side in a race, by id; empty in other games. It predicts nothing. */
export type RecentForm = Readonly<Record<string, SideForm>>;

export interface SideForm {
  /** The side's last places, latest first. */
  places: readonly number[];
  wins: number;
  podiums: number;
}

const RACES = 5;

/** Cached for each list of results, because the form is read every second. */
const cached = new WeakMap<readonly HistoryEntry[], RecentForm>();

export function recentForm(view: TableView): RecentForm {
  const form = cached.get(view.results) ?? sideForms(view);
  cached.set(view.results, form);
  return form;
}

function sideForms({ game, results }: TableView): RecentForm {
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
