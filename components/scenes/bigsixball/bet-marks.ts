import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { hasOwnBet } from "../../stage/bets/shown.ts";
import { paintChip } from "../../stage/cards/paint/chip.ts";
import { CHIP_RATIO } from "../../stage/cards/paint/measures.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit, Picture } from "../../stage/kit.ts";
import { LIGHTS } from "../../stage/theme.ts";
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

/**
 * How far stakes are seen that lie in the stalls of their balls, 0 to 1: they go with the balls' names, before those
 * roll back over them to draw their lanes. Marks are seen at the balls instead.
 */
export function inOwnStalls(balls: readonly BallShown[]): number {
  return Math.min(...balls.map(({ lane, far, name }, i) => (lane === i && far <= 0 ? name : 0)));
}

/** A chip of the player's beside each ball that he has bet on: on the course, and on the list. */
class Marks implements ExtraParts<Marked | null> {
  readonly #table: RaceTable;
  readonly #onCourse: readonly Picture[];
  readonly #onList: readonly Picture[];
  #paintedPx = 0;

  constructor(kit: Kit, table: RaceTable) {
    this.#table = table;
    [this.#onCourse, this.#onList] = [
      table.words.map(() => kit.picture()),
      table.words.map(() => kit.picture()),
    ];
    const group = kit.group();
    group.add(...this.#onCourse, ...this.#onList);
    group.place({ x: 0, y: 0 });
    table.root.add(group);
  }

  resize(): void {
    this.#paintedPx = Math.max(LEAST_PX, this.#table.layout.units.line * WIDE);
    const size = { width: this.#paintedPx, height: this.#paintedPx * CHIP_RATIO };
    for (const part of [...this.#onCourse, ...this.#onList]) {
      part.paint(size, (context, box) => paintChip(context, box, LIGHTS.gold));
    }
  }

  show(marked: Marked | null): void {
    const { layout, list } = this.#table;
    for (const [i, part] of this.#onCourse.entries()) {
      const ball = marked?.own[i] ? marked.race.balls[i] : undefined;
      const listed = this.#onList[i];
      if (!marked || !ball) {
        part.place({ x: 0, y: 0, alpha: 0 });
        listed?.place({ x: 0, y: 0, alpha: 0 });
        continue;
      }
      const shot = layout.shot(marked.race.camera);
      const alpha = marked.isRun ? ball.seen * (1 - inOwnStalls(marked.race.balls)) : 0;
      part.place({ ...this.#at(layout.seen(shot, ball), shot.unit), alpha });
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
