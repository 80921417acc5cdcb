import type { ColourToken, Side } from "../games/contract.ts";
import { boardMarks, sideOfColour } from "../hud/marks.ts";
import { sideName } from "../hud/side.ts";
import type { LobbyWords } from "../i18n/words.ts";
import { boardOf } from "../roads/board.ts";
import { goodRoad } from "../roads/good-roads.ts";
import { placeRun } from "../roads/place-run.ts";
import type { TableView } from "../table/view.ts";
import { RACES } from "./shown-rounds.ts";

/** What a table's newest results show, in words, and the colour of the side that it is about. */
export interface Badge {
  readonly text: string;
  readonly colour: ColourToken;
}

/** The good road, or the run of a side, that a table's board ends with; null for none. */
export function badgeOf(view: TableView, words: LobbyWords): Badge | null {
  const { board } = view.game;
  const found = board.hasPlaces ? placeRun(rankings(view)) : goodRoad(boardMarks(view));
  if (found === null) {
    return null;
  }
  const side =
    "side" in found
      ? (board.sides.find(({ id }) => id === found.side) as Side) // rankings list the board's sides
      : sideOfColour(view, found.colour);
  const text = words.badges[found.kind]
    .replace("{side}", sideName(view, side))
    .replace("#", String(found.length));
  return { text, colour: side.colour };
}

/** The finishing orders of the current board that are shown, oldest first. */
function rankings({ game, results }: TableView): (readonly string[])[] {
  return boardOf(results.slice(0, RACES)).flatMap((entry) => {
    const summary = game.board.summary(entry);
    return "ranking" in summary ? [summary.ranking] : [];
  });
}
