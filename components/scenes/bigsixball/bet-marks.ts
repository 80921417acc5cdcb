import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { paintChip } from "../../stage/bets/chip.ts";
import { CHIP_RATIO } from "../../stage/bets/chip.ts";
import { hasOwnBet } from "../../stage/bets/shown.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit, Picture } from "../../stage/kit.ts";
import { withAlpha } from "../../stage/paint/colour.ts";
import type { Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { largerAt } from "./race-balls.ts";
import type { BallShown, RaceShown } from "./race-shown.ts";
import type { RaceTable } from "./table.ts";

/** The race, and which balls the player has bet on, in the order of the sides. */
interface Marked {
  race: RaceShown;
  own: readonly boolean[];
  /** Whether the balls are on the course; on the podium they have their names. */
  isRun: boolean;
}

/** How wide a chip on the list is by its ball, how wide at the least in CSS pixels, and where, in widths of that ball. */
const [WIDE, LEAST_PX, ASIDE, DOWN] = [0.4, 8, 0.42, 0.36] as const;
/**
 * The ring on the floor around a ball is so wide and so high by it, lies so much lower than its middle, and its line is
 * so thick, at least so many CSS pixels.
 */
const RING = { wide: 1.54, high: 1.42, low: 0.11, thick: 0.075, leastPx: 1.5 } as const;

/** Paints a ring of gold that lies on a floor over a box, on a dark one: it is seen on any floor. */
function paintRing(context: CanvasRenderingContext2D, { width, height }: Size): void {
  const thick = Math.max(RING.leastPx, (width / RING.wide) * RING.thick);
  const ring = (less: number) => {
    context.beginPath();
    context.ellipse(width / 2, height / 2, width / 2 - less, height / 2 - less, 0, 0, 2 * Math.PI);
  };
  ring(thick);
  context.fillStyle = withAlpha(LIGHTS.gold, 0.22);
  context.fill();
  for (const [colour, lineWidth] of [
    ["#000000a0", thick * 1.9],
    [LIGHTS.gold, thick],
  ] as const) {
    context.lineWidth = lineWidth;
    context.strokeStyle = colour;
    context.stroke();
  }
}

/**
 * How far stakes are seen that lie in the stalls of their balls, 0 to 1: they go with the balls' names, before those
 * roll back over them to draw their lanes. Marks are seen at the balls instead.
 */
export function inOwnStalls(balls: readonly BallShown[]): number {
  return Math.min(...balls.map(({ lane, far, name }, i) => (lane === i && far <= 0 ? name : 0)));
}

/** A ring on the floor beneath each ball that the player has bet on, and a chip of his beside it on the list. */
class Marks implements ExtraParts<Marked | null> {
  readonly #table: RaceTable;
  readonly #onList: readonly Picture[];
  readonly #rings: readonly Picture[];
  #ringPx = 0;
  #paintedPx = 0;

  constructor(kit: Kit, table: RaceTable) {
    this.#table = table;
    this.#onList = table.words.map(() => kit.picture());
    this.#rings = table.words.map(() => kit.picture());
    const group = kit.group();
    group.add(...this.#onList);
    group.place({ x: 0, y: 0 });
    table.root.add(group);
    // Each ball lies on its ring, with all of its shade and its shadow.
    table.under.add(...this.#rings);
  }

  resize(): void {
    const { units, list } = this.#table.layout;
    this.#paintedPx = Math.max(LEAST_PX, list.chipPx * WIDE);
    const size = { width: this.#paintedPx, height: this.#paintedPx * CHIP_RATIO };
    for (const part of this.#onList) {
      part.paint(size, (context, box) => paintChip(context, box, LIGHTS.gold));
    }
    this.#ringPx = units.line * RING.wide;
    const box = { width: this.#ringPx, height: units.line * RING.high };
    for (const ring of this.#rings) {
      ring.paint(box, paintRing);
    }
  }

  show(marked: Marked | null): void {
    const { layout, list } = this.#table;
    for (const [i, ring] of this.#rings.entries()) {
      const ball = marked?.own[i] ? marked.race.balls[i] : undefined;
      const listed = this.#onList[i];
      if (!marked || !ball) {
        ring.place({ x: 0, y: 0, alpha: 0 });
        listed?.place({ x: 0, y: 0, alpha: 0 });
        continue;
      }
      const shot = layout.shot(marked.race.camera);
      const ballPx = shot.unit * largerAt(shot.unit);
      const { x, y } = layout.seen(shot, ball);
      ring.place({
        x,
        y: y + RING.low * ballPx,
        scale: (RING.wide * ballPx) / this.#ringPx,
        alpha: marked.isRun ? ball.seen * (1 - inOwnStalls(marked.race.balls)) : 0,
      });
      const { chipPx, ...at } = list.chipAt(ball);
      listed?.place({
        x: at.x + ASIDE * chipPx,
        y: at.y + DOWN * chipPx,
        scale: Math.max(LEAST_PX, chipPx * WIDE) / this.#paintedPx,
        alpha: marked.race.ranked,
      });
    }
  }
}

/** Marks of what the player has bet on, as extras of the race: none where no bets are told. */
export const betMarks: Extras<BigSixBallOutcome, RaceShown, RaceTable, Marked | null> = {
  pose({ bets, board, state }, _, race) {
    if (!bets || state.phase === "betting") {
      return null;
    }
    const own = board.sides.map(({ id }) => hasOwnBet(bets, { market: "winner", teams: [id] }));
    const isRun = state.phase === "revealing";
    return own.includes(true) ? { race, own, isRun } : null;
  },
  build: (kit, _, table) => new Marks(kit, table),
};
