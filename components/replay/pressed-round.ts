import { replayUrl } from "../../src/hud/replay-url.ts";
import { BOARD_ROUNDS, currentBoard } from "../../src/hud/roads/current-board.ts";
import { ROWS } from "../../src/hud/roads/place-streaks.ts";
import { CELL } from "../../src/hud/scoreboard/road-picture.ts";
import type { TableView } from "../../src/hud/table/view.ts";

/** Opens the pressed round's replay in a new tab, unless the page cancelled the event. */
export function openPressedReplay(view: TableView, mark: Element, press: MouseEvent): void {
  const round = pressedRound(view, mark, press);
  const url = round === undefined ? undefined : replayUrl(view, round);
  if (url !== undefined && !press.defaultPrevented) {
    open(url, "_blank", "noopener");
  }
}

/** The round of the pressed bead, podium or bead plate cell. */
function pressedRound(view: TableView, mark: Element, press: MouseEvent): number | undefined {
  if (mark instanceof SVGSVGElement) {
    const point = new DOMPoint(press.clientX, press.clientY).matrixTransform(
      mark.getScreenCTM()?.inverse(),
    );
    const [column, row] = [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
    const index = column * ROWS + row;
    return row < ROWS && index >= 0 && index < BOARD_ROUNDS
      ? currentBoard(view.results)[index]?.round
      : undefined;
  }
  // Beads and podiums are listed newest first, as the results are.
  const index = Array.from(mark.parentElement?.children ?? []).indexOf(mark);
  return view.results[index]?.round;
}
