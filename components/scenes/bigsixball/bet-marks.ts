import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { hasOwnBet } from "../../stage/bets/shown.ts";
import { paintChip } from "../../stage/cards/paint/chip.ts";
import { CHIP_RATIO } from "../../stage/cards/paint/measures.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit, Picture } from "../../stage/kit.ts";
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

/** How wide a mark is by the ball that it is at, how wide at the least in CSS pixels, and where, in widths of that ball. */
const [WIDE, LEAST_PX, ASIDE, DOWN] = [0.4, 8, 0.42, 0.36] as const;
/** A ring around it on the course is so wide by the ball, and its line so thick, at least so many CSS pixels. */
const RING = { wide: 1.24, thick: 0.075, leastPx: 1.5 } as const;

/** Paints a ring of gold over a box, on a dark one: it is seen on any floor and beside any ball. */
function paintRing(context: CanvasRenderingContext2D, { width, height }: Size): void {
  const thick = Math.max(RING.leastPx, (width / RING.wide) * RING.thick);
  for (const [colour, lineWidth] of [
    ["#000000a0", thick * 1.9],
    [LIGHTS.gold, thick],
  ] as const) {
    context.beginPath();
    context.arc(width / 2, height / 2, width / 2 - thick, 0, 2 * Math.PI);
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

/** A chip of the player's beside each ball that he has bet on, on the course and on the list, and a ring around it there. */
class Marks implements ExtraParts<Marked | null> {
  readonly #table: RaceTable;
  readonly #onCourse: readonly Picture[];
  readonly #onList: readonly Picture[];
  readonly #rings: readonly Picture[];
  #ringPx = 0;
  #paintedPx = 0;

  constructor(kit: Kit, table: RaceTable) {
    this.#table = table;
    [this.#onCourse, this.#onList] = [
      table.words.map(() => kit.picture()),
      table.words.map(() => kit.picture()),
    ];
    this.#rings = table.words.map(() => kit.picture());
    const group = kit.group();
    group.add(...this.#rings, ...this.#onCourse, ...this.#onList);
    group.place({ x: 0, y: 0 });
    table.root.add(group);
  }

  resize(): void {
    this.#paintedPx = Math.max(LEAST_PX, this.#table.layout.units.line * WIDE);
    const size = { width: this.#paintedPx, height: this.#paintedPx * CHIP_RATIO };
    for (const part of [...this.#onCourse, ...this.#onList]) {
      part.paint(size, (context, box) => paintChip(context, box, LIGHTS.gold));
    }
    this.#ringPx = this.#table.layout.units.line * RING.wide;
    for (const ring of this.#rings) {
      ring.paint({ width: this.#ringPx, height: this.#ringPx }, paintRing);
    }
  }

  show(marked: Marked | null): void {
    const { layout, list } = this.#table;
    for (const [i, part] of this.#onCourse.entries()) {
      const ball = marked?.own[i] ? marked.race.balls[i] : undefined;
      const [listed, ring] = [this.#onList[i], this.#rings[i]];
      if (!marked || !ball) {
        part.place({ x: 0, y: 0, alpha: 0 });
        listed?.place({ x: 0, y: 0, alpha: 0 });
        ring?.place({ x: 0, y: 0, alpha: 0 });
        continue;
      }
      const shot = layout.shot(marked.race.camera);
      const alpha = marked.isRun ? ball.seen * (1 - inOwnStalls(marked.race.balls)) : 0;
      part.place({ ...this.#at(layout.seen(shot, ball), shot.unit), alpha });
      ring?.place({
        ...layout.seen(shot, ball),
        scale: (RING.wide * shot.unit * largerAt(shot.unit)) / this.#ringPx,
        alpha,
      });
      const { chipPx, ...at } = list.chipAt(ball);
      listed?.place({ ...this.#at(at, chipPx), alpha: marked.race.ranked });
    }
  }

  /** Beside a ball of a width. */
  #at({ x, y }: { x: number; y: number }, ballPx: number) {
    const scale = Math.max(LEAST_PX, ballPx * WIDE) / this.#paintedPx;
    return { x: x + ASIDE * ballPx, y: y + DOWN * ballPx, scale };
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
