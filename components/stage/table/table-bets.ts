import { bandY } from "../../../src/look/felt-band.ts";
import type { BetPlace } from "../bets/bet-place.ts";
import { STEP, withVisibleLabels } from "../bets/bet-place.ts";
import { betsLayer } from "../bets/bets-on-felt.ts";
import { fitFraming, inBox, project } from "../plates.ts";
import type { Size } from "../scene.ts";
import { world } from "./places.ts";
import type { CardTableLayout, CardTablePose } from "./table-scene.ts";

const BET_CHIP_MM = 32;
/** Distance from the centre of a pile to the end of its cell, in mm. */
const END_GAP_MM = 20;
const MIN_TOUCH_PX = 30;

export function tableBets(layout: CardTableLayout) {
  const { cells, height } = layout.lines.band;
  const matrix = layout.plates["master"]?.matrix ?? [];
  const middleAt = (x: number) => bandY(layout.lines.band, x) - height / 2;

  const placesIn = (size: Size): readonly BetPlace[] => {
    const framing = fitFraming(size, layout.focus.master);
    const at = (x: number, y: number) => inBox(matrix, framing, world(x, y));
    const places = cells.map(({ market, from, to }): BetPlace => {
      const middle = (from + to) / 2;
      const y = middleAt(middle);
      const [left, edge] = [at(from, middleAt(from)), at(to, middleAt(to))];
      const chip =
        project(matrix, world(middle + BET_CHIP_MM, y)).x - project(matrix, world(middle, y)).x;
      const chipPx = chip * framing.scale;
      const typePx = Math.max(9, Math.min(16, chipPx * 0.42));
      const box = {
        ...at(middle, y),
        width: Math.max(MIN_TOUCH_PX, edge.x - left.x),
        height: Math.max(MIN_TOUCH_PX, at(middle, y - height / 2).y - at(middle, y + height / 2).y),
      };
      // All players' chips are at the outer end of the cell; in the tie cell, at its left end.
      const [outer, inner] =
        middle > 1 ? [to - END_GAP_MM, from + END_GAP_MM] : [from + END_GAP_MM, to - END_GAP_MM];
      const [total, own] = [at(outer, middleAt(outer)), at(inner, middleAt(inner))];
      const result = { x: box.x, y: box.y - box.height * 0.9, px: typePx, widthPx: box.width };
      return {
        market,
        teams: [],
        box,
        lean: 0,
        chipPx,
        step: STEP,
        typePx,
        total,
        own,
        hasLabels: true,
        areLabelsAbove: false,
        win: result,
        winPx: typePx * 1.15,
        winWidthPx: box.width,
        lost: result,
        away: at(0, 232),
      };
    });
    return withVisibleLabels(places, size.height);
  };

  return {
    placesIn,
    betLayer: betsLayer<CardTablePose>({
      placesIn,
      isInView: ({ shot }) => shot === "master",
    }),
  };
}
