import type { BetPlace } from "../bets/bet-place.ts";
import { STEP } from "../bets/bet-place.ts";
import { betsExtras } from "../bets/bets-on-cloth.ts";
import { framingOf, inBox, project } from "../plates.ts";
import type { Size } from "../scene.ts";
import { world } from "./places.ts";
import type { CardTableLook, CardTablePose } from "./scene.ts";
import type { CardTable } from "./table.ts";

/** A chip, and how far the middle of a pile is from the end of its cell, in mm. */
const [CHIP, FROM_END] = [32, 20] as const;
/** The least that a finger hits, in CSS pixels. */
const PRESSED_PX = 30;

/** Bets on a table of cards: where a box has them, and what draws them there. */
export function tableBets(look: CardTableLook) {
  const { cells, y: top, height, sag } = look.lines.band;
  const right = cells.at(-1)?.to ?? 1;
  const matrix = look.plates["master"]?.matrix ?? [];
  const middleAt = (x: number) => top - height / 2 - sag * (1 - (x / right) ** 2);

  const placesIn = (size: Size): readonly BetPlace[] => {
    const framing = framingOf(size, look.focus.master);
    const at = (x: number, y: number) => inBox(matrix, framing, world(x, y));
    return cells.map(({ market, from, to }): BetPlace => {
      const middle = (from + to) / 2;
      const y = middleAt(middle);
      const [left, edge] = [at(from, middleAt(from)), at(to, middleAt(to))];
      const chip = project(matrix, world(middle + CHIP, y)).x - project(matrix, world(middle, y)).x;
      const chipPx = chip * framing.scale;
      const typePx = Math.max(9, Math.min(16, chipPx * 0.42));
      const box = {
        ...at(middle, y),
        width: Math.max(PRESSED_PX, edge.x - left.x),
        height: Math.max(PRESSED_PX, at(middle, y - height / 2).y - at(middle, y + height / 2).y),
      };
      // Everybody's at the outer end; of the tie at the left.
      const [outer, inner] =
        middle > 1 ? [to - FROM_END, from + FROM_END] : [from + FROM_END, to - FROM_END];
      const [total, own] = [at(outer, middleAt(outer)), at(inner, middleAt(inner))];
      const beneath = chipPx * 0.5 + typePx * 0.55;
      const result = { x: box.x, y: box.y - box.height * 0.9, px: typePx, widthPx: box.width };
      return {
        market,
        teams: [],
        box,
        chipPx,
        step: STEP,
        typePx,
        total,
        own,
        share: { x: total.x, y: total.y + beneath, anchor: "middle" },
        stake: { x: own.x, y: own.y + beneath, anchor: "middle" },
        win: result,
        winPx: typePx * 1.15,
        winWidthPx: box.width,
        lost: result,
        line: null,
        away: at(0, 232),
      };
    });
  };

  return {
    placesIn,
    extras: betsExtras<unknown, CardTablePose, CardTable, number>({
      placesIn,
      clothOf: ({ chips }) => chips,
      winsOn: ({ chips }) => chips,
      winsDepth: 1,
      follow: ({ shot }) => Number(shot === "master"),
      move: (bets, _table, isSeen) => bets.place({ x: 0, y: 0, alpha: isSeen }),
    }),
  };
}
