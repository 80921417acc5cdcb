import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { whim } from "../../../src/round/whim.ts";
import type { Kit, Picture } from "../../stage/kit.ts";
import { stretchOf } from "../../stage/pacing.ts";
import { mix } from "../../stage/paint/colour.ts";
import { paintGlow } from "../../stage/paint/felt.ts";
import { paintRays } from "../../stage/paint/light.ts";
import type { Play } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { clamp01, progress } from "../../stage/tracks.ts";
import { lies } from "./course.ts";
import type { Shot } from "./course.ts";
import { courseAt } from "./courses.ts";
import type { Course } from "./courses.ts";
import { paintChequered, paintRibbon, paintSpot, paintStrike } from "./paint/chequered.ts";
import { entriesOf } from "./race-moment.ts";
import type { RaceShown } from "./race-shown.ts";
import { OVER } from "./table.ts";
import type { RaceTable } from "./table.ts";
import { PODIUM_MS, podiumMs, RACE_MS, seenMsOf } from "./times.ts";

/** What is seen of the line once the first ball has touched it. */
export interface CrossingPose {
  /** For how long that has been, in ms as it is seen; below 0 for as long as nobody is in. */
  sinceMs: number;
  round: number;
  /** Who that was; -1 where the eye cannot tell. */
  winner: number;
  /** Where on the line that was, across the course, in widths of a ball. */
  across: number;
}

const NOBODY: CrossingPose = { sinceMs: -1, round: 0, winner: -1, across: 0 };

/** What stands of it when phase `revealing` is over. */
const LONG_SINCE_MS = 4_000;

export function crossingAt(
  view: Play<BigSixBallOutcome>,
  ms: number,
  { balls, doubt }: Pick<RaceShown, "balls" | "doubt">,
): CrossingPose {
  const { phase, round } = view.state;
  const entries = entriesOf(view);
  if (
    !entries ||
    phase === "waiting" ||
    (phase === "result" && podiumMs(view, ms) >= PODIUM_MS.at)
  ) {
    return NOBODY;
  }
  const winner = doubt > 0 ? -1 : balls.findIndex(({ rank }) => rank === 1);
  const firstMs = Math.min(...entries.runs.map(({ finishMs }) => finishMs));
  const across = entries.runs[winner]?.across(firstMs) ?? 0;
  if (phase === "result") {
    return { sinceMs: LONG_SINCE_MS + ms, round, winner, across };
  }
  const sinceMs = ms - seenMsOf(firstMs) * stretchOf(view, RACE_MS.phase);
  return sinceMs < 0 ? NOBODY : { sinceMs, round, winner, across };
}

/** Soft light is painted small and shown large. */
const [SOFT_PX, BEAM_PX, BURST_PX] = [64, { width: 128, height: 32 }, 128];
/** Cameras flash along both rails, so many of them, within so long. */
const [CAMERAS, CAMERAS_MS] = [8, 1_500];
/** Ribbons are blown in from both ends of the line, and lie on the floor in the end. */
const [RIBBONS, RIBBON] = [40, { long: 0.3, wide: 0.15 }];
/** How fast they are slowed down, a second, and until when they flutter, in seconds. */
const [DRAG, FALLS_S] = [2.6, 1.5];
/** The flag that is waved behind the line: how large it is in widths of a ball, and how it swings. */
const FLAG = { high: 1.5, wide: 1.35, behind: 1.5, comesMs: 130, swings: 1.5, swing: 0.5 } as const;

/** How strong the line glows on, how large the mark is where the first ball crossed it, in widths of a ball, and how it comes. */
const [GLOWS, SPOT, SPOT_MS] = [0.22, 0.95, 180];

/** A light that is there at once, and goes within some ms. */
const struck = (sinceMs: number, ms: number) => (sinceMs < 0 ? 0 : clamp01(1 - sinceMs / ms) ** 2);

/** The light along the line: struck twice, and then it glows. */
export const struckTwice = (sinceMs: number): number =>
  Math.max(struck(sinceMs, 620), 0.75 * struck(sinceMs - 240, 760), sinceMs < 0 ? 0 : GLOWS);

/** What marks the moment at which the first ball is over the line: light along it, where it was, cameras, ribbons and a flag. */
export class Crossing {
  readonly #table: RaceTable;
  readonly #beam: Picture;
  readonly #burst: Picture;
  readonly #cameras: readonly Picture[];
  readonly #ribbons: readonly Picture[];
  readonly #flag: Picture;
  /** Where the first ball crossed the line. */
  readonly #spot: Picture;
  /** White light, or on a bright table what is seen there. */
  readonly #bright: string;
  #unit = 1;
  #coloured = "";

  constructor(kit: Kit, table: RaceTable) {
    this.#table = table;
    const { isOrnate, addsLight } = kit.look;
    this.#bright = addsLight ? "#ffffff" : kit.accent;
    [this.#beam, this.#burst, this.#flag] = [kit.light(), kit.light(), kit.picture()];
    this.#spot = kit.picture();
    this.#cameras = Array.from({ length: isOrnate ? CAMERAS : 0 }, () => kit.light());
    this.#ribbons = Array.from({ length: isOrnate ? RIBBONS : 0 }, () => kit.picture());
    table.under.add(this.#spot, ...this.#ribbons, this.#flag);
    table.field.add(this.#beam, this.#burst, ...this.#cameras);
  }

  fit(): void {
    this.#unit = this.#table.layout.units.line;
    this.#coloured = "";
    this.#beam.paint(BEAM_PX, (context, box) =>
      paintStrike(context, box, [this.#bright, LIGHTS.gold]),
    );
    this.#burst.paint({ width: BURST_PX, height: BURST_PX }, (context, box) =>
      paintRays(context, box, this.#bright, 14),
    );
    for (const camera of this.#cameras) {
      camera.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
        paintGlow(context, box, this.#bright),
      );
    }
    const flag = { width: FLAG.wide * this.#unit, height: FLAG.high * this.#unit };
    this.#flag.paint(flag, paintChequered);
  }

  /** Ribbons and the mark on the line in the colour of the winner or, of a finish that the eye cannot tell, of nobody. */
  #paint(fill: string): void {
    if (fill === this.#coloured) {
      return;
    }
    this.#coloured = fill;
    const spot = SPOT * this.#unit;
    this.#spot.paint({ width: spot, height: spot }, (context, box) =>
      paintSpot(context, box, fill),
    );
    const size = { width: RIBBON.wide * this.#unit, height: RIBBON.long * this.#unit };
    this.#ribbons.forEach((ribbon, i) => {
      const body = [fill, fill, LIGHTS.gold, fill, "#f4f1e8"][i % 5] ?? fill;
      ribbon.paint(size, (context, box) => paintRibbon(context, box, body));
    });
  }

  show(
    { sinceMs, round, winner, across }: CrossingPose,
    { course: nth, camera, balls }: RaceShown,
  ): void {
    const { layout, marks } = this.#table;
    const [shot, course] = [layout.shot(camera), courseAt(nth)];
    const isIn = sinceMs >= 0;
    if (isIn) {
      this.#paint(mix(marks[winner]?.fill ?? LIGHTS.gold, "#ffffff", 0.12));
    }
    this.#light(sinceMs, winner, { balls, course, shot });
    // It drops onto the line where the ball was.
    const dropped = progress(sinceMs, 0, SPOT_MS);
    this.#spot.place({
      ...layout.seen(shot, course.path.at(course.length, across)),
      scale: ((2 - dropped) * shot.unit) / this.#unit,
      alpha: isIn && winner >= 0 ? dropped : 0,
    });
    this.#cameras.forEach((part, i) => {
      const [side, along] = [i % 2 ? 1 : -1, 9 * whim(round, i, 61) - 5];
      const far = course.length + along;
      const at = course.path.at(far, side * (course.halfWidth(far) + 0.5 + 0.3 * whim(i, 62)));
      const pop = struck(sinceMs - CAMERAS_MS * whim(round, i, 63), 200);
      part.place({
        ...layout.seen(shot, at),
        scale: (shot.unit * (0.6 + 1.6 * pop)) / SOFT_PX,
        alpha: pop,
        depth: OVER,
      });
    });
    this.#ribbons.forEach((part, i) => {
      const at = ribbonAt(course, round, i, sinceMs / 1_000);
      part.place({
        ...layout.seen(shot, course.path.at(at.far, at.across)),
        scale: [shot.unit / this.#unit, (shot.unit / this.#unit) * at.flat],
        angle: at.angle,
        alpha: isIn ? at.alpha : 0,
      });
    });
    this.#wave(sinceMs, course, shot);
  }

  /** The line is lit from rail to rail, twice, and light bursts from the ball on it. */
  #light(
    sinceMs: number,
    winner: number,
    { balls, course, shot }: { balls: RaceShown["balls"]; course: Course; shot: Shot },
  ): void {
    const { layout } = this.#table;
    const line = layout.seen(shot, course.path.at(course.length));
    const strength = struckTwice(sinceMs);
    const long = 2 * course.halfWidth(course.length);
    const thick = 1.3 + 1.5 * strength;
    this.#beam.place({
      ...line,
      scale: [(long * shot.unit) / BEAM_PX.width, (thick * shot.unit) / BEAM_PX.height],
      angle: layout.tall ? 0 : Math.PI / 2,
      alpha: strength,
      // On the floor: the ball stands dark before it.
      depth: -1,
    });
    const ball = balls[winner];
    const spread = progress(sinceMs, 0, 420);
    this.#burst.place({
      ...(ball ? layout.seen(shot, ball) : line),
      scale: (shot.unit * (1.6 + 2.6 * spread)) / BURST_PX,
      angle: 0.4 * spread,
      alpha: ball ? 0.85 * struck(sinceMs, 560) : 0,
      // Around its ball, not over it.
      depth: (ball ? layout.seen(shot, ball).y : line.y) - 1,
    });
  }

  /** Behind the line a flag is waved over the rail, beneath what rolls by. */
  #wave(sinceMs: number, course: Course, shot: Shot): void {
    const { layout } = this.#table;
    const seconds = Math.max(0, sinceMs) / 1_000;
    const come = progress(sinceMs, 0, FLAG.comesMs);
    const swing = FLAG.swing * Math.sin(2 * Math.PI * FLAG.swings * seconds) * clamp01(3 - seconds);
    const far = course.length + FLAG.behind;
    const foot = layout.seen(shot, course.path.at(far, -course.halfWidth(far) - 0.2));
    // It stands into the course from its rail.
    const into = lies({ x: 0, y: 1 }, layout.tall);
    const angle = Math.atan2(into.y, into.x) + Math.PI / 2 + swing;
    const reach = (FLAG.high * shot.unit * come) / 2;
    this.#flag.place({
      x: foot.x + Math.sin(angle) * reach,
      y: foot.y - Math.cos(angle) * reach,
      angle,
      scale: [shot.unit / this.#unit, (come * shot.unit) / this.#unit],
      alpha: sinceMs < 0 ? 0 : clamp01(2 * come),
    });
  }
}

/** Where a ribbon is, some seconds after it was blown in from an end of the line, and how it is turned. */
function ribbonAt(course: Course, round: number, i: number, seconds: number) {
  const since = Math.max(0, seconds - 0.12 * whim(i, 64));
  const gone = (1 - Math.exp(-DRAG * since)) / DRAG;
  const side = i % 2 ? 1 : -1;
  const far = course.length + 0.2 + (9 * whim(round, i, 65) - 2.5) * gone;
  const inward = (2.5 + 9 * whim(round, i, 66)) * gone;
  const most = course.halfWidth(far) - 0.2;
  const fluttered = Math.min(1, since / FALLS_S);
  const spin = (4 + 6 * whim(i, 67)) * Math.PI * (1 - (1 - fluttered) ** 2);
  return {
    far,
    across: side * Math.max(-most, most - inward),
    angle: 6 * whim(round, i, 68) + spin * 0.3,
    flat: Math.max(0.2, Math.abs(Math.cos(spin))),
    alpha: clamp01(since * 20),
  };
}
