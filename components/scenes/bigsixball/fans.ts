import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { whim } from "../../../src/round/whim.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit, Picture } from "../../stage/kit.ts";
import { withAlpha } from "../../stage/paint/colour.ts";
import { courseAt, GATE, STALL } from "./courses.ts";
import { paintFlag } from "./paint/cheer.ts";
import { RAIL } from "./paint/outline.ts";
import { paradeOf, paradeStirs, turnAt } from "./parade.ts";
import { STILL } from "./race-balls.ts";
import type { BallMove } from "./race-balls.ts";
import type { RaceShown } from "./race-shown.ts";
import type { RaceTable } from "./table.ts";

/** Who is presented, and what fans and balls do. */
interface FansPose {
  moves: readonly BallMove[];
  /** How far each lane is lit, 0 to 1. */
  lit: readonly number[];
  /** Whose flags are waved; -1 for nobody's. */
  ball: number;
  round: number;
  seconds: number;
  race: Pick<RaceShown, "camera" | "course">;
}

/** How many flags there are, how high each is, and from one to the next, in widths of a ball. */
const [FLAGS, HIGH, EVERY] = [8, 1.2, 2];
/** A flag is so wide by its height; it swings so far, in radians, and so often in a second. */
const [WIDE, SWING, SWINGS] = [0.62, 0.34, 0.6];
/** So much of a lane is lit, from behind its ball on, in widths of a ball. */
const [LANE, BEHIND] = [14, 1.4];
/** The light of a lane is painted small and shown large: so many pixels along it and across. */
const [LONG_PX, ACROSS_PX] = [96, 16];
const LIT = 0.5;

/** The lane of a team in its colour: bright at the gate, and fading along the course. */
function paintLane(context: CanvasRenderingContext2D, fill: string, tall: boolean): void {
  const [x, y] = tall ? [0, -1] : [1, 0];
  const from = { x: 0, y: tall ? LONG_PX : 0 };
  const along = context.createLinearGradient(
    from.x,
    from.y,
    from.x + x * LONG_PX,
    from.y + y * LONG_PX,
  );
  along.addColorStop(0, withAlpha(fill, 0));
  along.addColorStop(0.1, withAlpha(fill, 1));
  along.addColorStop(0.45, withAlpha(fill, 0.55));
  along.addColorStop(1, withAlpha(fill, 0));
  context.fillStyle = along;
  // Softer towards its edges.
  for (let i = 0; i < 4; i++) {
    const [inset, breadth] = [i * 1.5, ACROSS_PX - i * 3];
    context.globalAlpha = 0.3;
    context.fillRect(
      tall ? inset : 0,
      tall ? 0 : inset,
      tall ? breadth : LONG_PX,
      tall ? LONG_PX : breadth,
    );
  }
}

class FansParts implements ExtraParts<FansPose> {
  readonly #table: RaceTable;
  /** Where nothing is drawn that is not needed, no lane is lit and no flag is waved. */
  readonly #isOrnate: boolean;
  readonly #lanes: readonly Picture[];
  readonly #flags: readonly Picture[];
  #unit = 1;
  #painted = -1;

  constructor(kit: Kit, table: RaceTable) {
    this.#table = table;
    this.#isOrnate = kit.look.isOrnate;
    this.#lanes = table.marks.map(() => kit.light());
    this.#flags = Array.from({ length: this.#isOrnate ? FLAGS : 0 }, () => kit.picture());
    table.under.add(...this.#lanes, ...this.#flags);
  }

  resize(): void {
    const { layout, marks } = this.#table;
    this.#unit = layout.units.gates;
    this.#painted = -1;
    const size = layout.tall
      ? { width: ACROSS_PX, height: LONG_PX }
      : { width: LONG_PX, height: ACROSS_PX };
    this.#lanes.forEach((lane, i) =>
      lane.paint(size, (context) => paintLane(context, marks[i]?.fill ?? "#ffffff", layout.tall)),
    );
  }

  show({ moves, lit, ball, round, seconds, race }: FansPose): void {
    const { layout, balls } = this.#table;
    const shot = layout.shot(race.camera);
    balls.move(moves);
    const [long, across] = [(LANE * shot.unit) / LONG_PX, (STALL * shot.unit) / ACROSS_PX];
    this.#lanes.forEach((lane, i) =>
      lane.place({
        ...layout.seen(shot, { ...layout.stall(i), x: GATE.x + LANE / 2 - BEHIND }),
        scale: layout.tall ? [across, long] : [long, across],
        alpha: this.#isOrnate ? LIT * (lit[i] ?? 0) : 0,
      }),
    );
    this.#wave(ball, lit[ball] ?? 0, round, seconds, race);
  }

  /** The flags of a team over the stand beside the gate. */
  #wave(ball: number, seen: number, round: number, seconds: number, race: FansPose["race"]): void {
    const { layout, marks } = this.#table;
    const shot = layout.shot(race.camera);
    const high = this.#unit * HIGH;
    if (seen > 0 && ball !== this.#painted) {
      this.#painted = ball;
      const fill = marks[ball]?.fill ?? "#ffffff";
      for (const flag of this.#flags) {
        flag.paint({ width: high * WIDE, height: high }, (context, size) =>
          paintFlag(context, size, fill),
        );
      }
    }
    const course = courseAt(race.course);
    this.#flags.forEach((flag, i) => {
      const far = (i + 0.6 * whim(round, i, 94)) * EVERY - 1;
      const foot = layout.seen(
        shot,
        course.path.at(far, -(course.halfWidth(far) + RAIL + 0.25 * whim(i, 94) - 0.1)),
      );
      const swing = SWING * Math.sin(2 * Math.PI * (seconds * SWINGS + whim(i, 95)));
      flag.place({
        x: foot.x + (high / 2) * Math.sin(swing),
        y: foot.y - (high / 2) * Math.cos(swing) + (1 - seen) * high * 0.4,
        angle: swing,
        // In a tall box the stand is out of sight: of flags only scraps would be seen.
        alpha: layout.tall ? 0 : seen,
      });
    });
  }
}

/** Each team is presented in its turn while bets are taken: its ball, its lane, and the flags of its fans. */
export const fans: Extras<BigSixBallOutcome, RaceShown, RaceTable, FansPose> = {
  pose(view, ms, { camera, course, balls }) {
    const { phase, round } = view.state;
    const isBetting = phase === "betting";
    const seconds = ms / 1000;
    const all = balls.map((_, i) =>
      isBetting ? paradeOf(view, i, seconds) : { ...STILL, lit: 0 },
    );
    const ball = (isBetting && turnAt(view, seconds)?.ball) || 0;
    const isLit = all.some(({ lit }) => lit > 0);
    return {
      moves: all.map(({ ahead, hop, roll }) => ({ ahead, hop, roll })),
      lit: all.map(({ lit }) => lit),
      ball: isLit ? ball : -1,
      round,
      seconds: isLit ? seconds : 0,
      race: { camera, course },
    };
  },
  stirs: (view, ms) => view.state.phase === "betting" && paradeStirs(view, ms / 1000),
  build: (kit, _, table) => new FansParts(kit, table),
};
