import type { HistoryEntry } from "../../wire/responses.ts";
import { sideOrder } from "../side.ts";
import type { TableView } from "./view.ts";

/** Each side's last places in a race, latest first, by id; empty in other games. They predict nothing. */
export type RecentForm = Readonly<Record<string, readonly number[]>>;

const RACES = 5;

/** Cached for each list of results, because the form is read every second. */
const cached = new WeakMap<readonly HistoryEntry[], RecentForm>();

export function recentForm(view: TableView): RecentForm {
  const form = cached.get(view.results) ?? lastPlaces(view);
  cached.set(view.results, form);
  return form;
}

function lastPlaces({ game, results }: TableView): RecentForm {
  if (!game.hasPlaces) {
    return {};
  }
  const last = results.slice(0, RACES).map((entry) => sideOrder({ game }, entry));
  return Object.fromEntries(
    game.sides.map(({ id }) => [id, last.map((ranking) => ranking.indexOf(id) + 1)]),
  );
}
