import type { BallMark, Kit, Label, Node } from "../../stage/kit.ts";
import { clearHeight } from "../../stage/measures.ts";
import { paintFlat } from "../../stage/paint/felt.ts";
import type { Size } from "../../stage/scene.ts";
import { clamp01, lerp } from "../../stage/tracks.ts";
import { NEARING, paintLineLevel } from "./paint/line-level.ts";
import { ReplayStrike } from "./replay-strike.ts";
import { keptIn, ReplayTags } from "./replay-tags.ts";

/** A ball in the replay: how far it is beyond the line, and across from the middle of what is seen, in widths; and what is said of it. */
export interface ReplayBall {
  beyond: number;
  across: number;
  /** Its place, from 1, once it is in; 0 before. And how far behind the first it is then. */
  rank: number;
  gapMs: number;
}

/** The replay of a finish at a moment. */
export interface ReplayShown {
  /** How far the bars above and below are in the picture, what is written there, and what is between them, 0 to 1. */
  bars: number;
  titled: number;
  seen: number;
  isClose: boolean;
  /** How far the last is before the line as the first touches it, in widths. */
  behind: number;
  /** How near the camera is to two of them, 0 to 1, and to which: twice the same for one alone, whom it follows over the line. */
  near: number;
  pair: readonly [number, number];
  /** How far from the middle of what is seen balls are at most, in widths. */
  half: number;
  /** Which ball is the first over the line, and for how long it has touched it, in ms as it is seen; below 0 before. */
  winner: number;
  struckMs: number;
  balls: readonly ReplayBall[];
}

/** How far from the middle of the course balls roll, at most, in widths; where all are nearer to it, so is the camera, by so much at most. */
const [HALF, LARGER] = [3.3, 1.45];
/** How large the furthest lane is seen by the nearest, and where both are, by the height of the box. */
const [FAR, FAR_Y, NEAR_Y] = [0.62, 0.37, 0.88];
/** How many widths of the nearest ball the picture is wide at the least, and how many lanes deep that ball is seen. */
const [WIDE, DEEP] = [9, 1.3];
/** Where the line is, in shares of the picture: those that come to it are before it. So far it goes for the last. */
const [LINE_AT, PAN] = [0.58, 0.26];
/** So much of the last is in the picture, in widths of a ball. */
const IN_SIGHT = 1.2;
/** How much larger two balls are seen at most that the camera comes near to, and how much of the height is around them. */
const [NEAREST, AROUND] = [1.6, 2.2];
/** And one alone: as large as balls are painted, but not so near that the ground is a blur. */
const ALONE = 2.4;
/** Radians that a ball turns for each of its widths. */
const ROLL = 1.2;
const FLAT = { width: 8, height: 8 } as const;
/** The finish once more, from beside the line at the height of the balls, slower and as far apart as they were. */
export class Replay {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #ground;
  readonly #strike;
  readonly #bars;
  readonly #balls;
  readonly #tags;
  readonly #title: Label;
  readonly #words: { slow: string; photo: string };
  readonly #group;
  #size: Size = { width: 1, height: 1 };
  #ballPx = 1;
  /** How much nearer the camera is than where balls are as far apart as they can be. */
  #larger = 1;
  /** Where the top is of a ball that is looked at alone. */
  #topPx = 0;

  constructor(
    kit: Kit,
    marks: readonly BallMark[],
    words: { slow: string; photo: string; first: string },
    lang?: string,
  ) {
    this.#kit = kit;
    this.#words = words;
    this.#ground = kit.picture();
    this.#strike = new ReplayStrike(kit, marks);
    this.#bars = [kit.picture(), kit.picture()];
    this.#balls = marks.map((mark) => kit.ball(mark));
    this.#tags = new ReplayTags(kit, marks.length, words.first, lang);
    this.#title = kit.label();
    this.#group = kit.group();
    this.#group.add(this.#ground, ...this.#strike.nodes, ...this.#balls, ...this.#tags.nodes);
    this.nodes = [this.#group, ...this.#bars, this.#title];
  }

  fit(size: Size): void {
    this.#size = size;
    const { width, height } = size;
    const lane = this.#floorAt(1) - this.#floorAt(0.8);
    this.#ballPx = 2 * Math.round(Math.min(width / WIDE, lane * DEEP) / 2);
    // Out of focus, so that no more pixels are needed than the box has.
    const share = 1 / this.#kit.density;
    const wide = width * (1 + PAN);
    this.#ground.paint({ width: wide * share, height: height * share }, (context) => {
      context.scale(share, share);
      paintLineLevel(context, { width: wide, height }, this.#kit, {
        far: { y: this.#floorAt(0), scale: FAR },
        near: { y: this.#floorAt(1), scale: 1 },
        line: width * PAN + this.#lineX(1),
        unit: this.#ballPx,
      });
    });
    this.#strike.fit(this.#ballPx, [
      { x: this.#lineX(FAR), y: this.#floorAt(0) },
      { x: this.#lineX(1), y: this.#floorAt(1) },
    ]);
    for (const bar of this.#bars) {
      bar.paint(FLAT, (context, box) => paintFlat(context, box, "#000000"));
    }
    for (const ball of this.#balls) {
      // As large as they are seen from near by.
      ball.fit(2 * Math.round((this.#ballPx * LARGER * NEAREST) / 2));
    }
  }

  get #bar(): number {
    return Math.max(12, this.#size.height * 0.07);
  }

  /** Down to where no ball is ever seen, in CSS pixels, and none of one that is alone. */
  get clearPx(): number {
    return Math.min(this.#topPx, this.#floorAt(0) - this.#ballPx * this.#larger * FAR);
  }

  /** Where a ball of a lane stands on the floor; `near` from 0 to 1. */
  #floorAt(near: number): number {
    const { height } = this.#size;
    // The ribbon that names the winner lies over no ball.
    const foot = Math.min(height * NEAR_Y, clearHeight(height) - 1);
    return lerp(height * FAR_Y, foot, near ** NEARING);
  }

  #lineX(scale: number): number {
    return this.#size.width * LINE_AT - (1 - scale) * this.#ballPx * 0.4;
  }

  show(shown: ReplayShown): void {
    const { bars, titled, seen, isClose, behind, near, pair, half, struckMs, balls } = shown;
    const { width, height } = this.#size;
    this.#showBars({ bars, titled, isClose });
    this.#larger = Math.min(LARGER, HALF / half);
    const unit = this.#ballPx * this.#larger;
    const lying = balls.map(({ beyond, across, rank, gapMs }) => {
      const lane = clamp01((across + half) / (2 * half));
      const scale = lerp(FAR, 1, lane);
      const lineX = this.#lineX(scale);
      const diameter = unit * scale;
      const x = lineX + (beyond - 0.5) * diameter;
      const y = this.#floorAt(lane) - diameter * 0.5;
      return { rank, gapMs, beyond, near: lane, y, lineX, x, scale, diameter };
    });
    // Once the first is in the picture goes on with the last.
    const back = struckMs > 0 ? -Math.min(...balls.map(({ beyond }) => beyond)) : behind;
    const last = this.#lineX(1) - (back + IN_SIGHT) * unit;
    const whole = { x: Math.min(width * PAN, Math.max(0, -last)), y: 0, scale: 1 };
    const close = near > 0 ? this.#closeTo(pair.flatMap((ball) => lying[ball] ?? [])) : whole;
    const y = lerp(0, close.y, near);
    const scale = lerp(1, close.scale, near);
    const lies = { x: lerp(whole.x, close.x, near), y, scale };
    this.#group.place({ ...lies, alpha: seen });
    const [winner] = pair[0] === pair[1] ? pair.flatMap((ball) => lying[ball] ?? []) : [];
    this.#topPx = winner ? y + scale * (winner.y - winner.diameter / 2) : height;
    if (seen <= 0) {
      return;
    }
    const middle = { x: (width * (1 - PAN)) / 2, y: height / 2 };
    this.#ground.place({ ...middle, scale: this.#kit.density, depth: -1 });
    // Up to there balls are in the picture, as it lies.
    const edge = (width - lies.x) / lies.scale;
    const kept = lying.map((ball, i) => (i === shown.winner ? keptIn(ball, edge) : ball));
    kept.forEach(({ beyond, x, y, diameter }, i) => {
      this.#balls[i]?.show({ roll: beyond * ROLL, heading: 0, dim: 0, reflected: 0.5 });
      this.#balls[i]?.place({
        x,
        y,
        scale: diameter / (this.#ballPx * LARGER * NEAREST),
        // Where it waits at the edge it hides behind no other.
        depth: kept[i] === lying[i] ? y + diameter : 7_000,
      });
    });
    this.#strike.show(shown, lying[shown.winner]);
    this.#tags.show(kept, edge, this.#ballPx, (ball) =>
      pair.includes(ball) || ball === shown.winner ? 1 : 1 - near,
    );
  }

  /** How the picture lies where it is near two balls: both are in it at the line, and the ground fills it. */
  #closeTo(pair: readonly { x: number; y: number; lineX: number; diameter: number }[]) {
    const { width, height } = this.#size;
    const [top, foot] = [
      Math.min(...pair.map(({ y, diameter }) => y - diameter / 2)),
      Math.max(...pair.map(({ y, diameter }) => y + diameter / 2)),
    ];
    const free = height - 2 * this.#bar;
    const [one, other] = pair;
    const isAlone = one === other;
    const nearest = isAlone
      ? Math.min(ALONE, (this.#ballPx * LARGER * NEAREST) / (foot - top))
      : NEAREST;
    const scale = Math.min(nearest, Math.max(1, free / ((foot - top) * AROUND)));
    const lineX = isAlone
      ? Math.max(one?.lineX ?? 0, one?.x ?? 0)
      : pair.reduce((sum, { lineX: x }) => sum + x / pair.length, 0);
    return {
      x: Math.min(
        width * PAN * scale,
        Math.max(width * (1 - scale), width * LINE_AT - lineX * scale),
      ),
      y: Math.min(0, Math.max(height * (1 - scale), height / 2 - ((top + foot) / 2) * scale)),
      scale,
    };
  }

  /** Black bars above and below, and on the lower one what is seen between them. */
  #showBars({
    bars: share,
    titled,
    isClose,
  }: Pick<ReplayShown, "bars" | "titled" | "isClose">): void {
    const { width, height } = this.#size;
    const bar = this.#bar * share;
    this.#bars.forEach((part, i) =>
      part.place({
        x: width / 2,
        y: i === 0 ? bar / 2 : height - bar / 2,
        scale: [width / FLAT.width, bar / FLAT.height],
        alpha: share > 0 ? 1 : 0,
      }),
    );
    if (titled > 0) {
      const text = (isClose ? this.#words.photo : this.#words.slow).toUpperCase();
      this.#title.write(text, {
        sizePx: Math.max(9, this.#bar * 0.6),
        colour: "#ffdf9a",
        weight: 700,
        spacing: 0.3,
        maxWidthPx: width * 0.8,
      });
    }
    this.#title.place({ x: width / 2, y: height - this.#bar / 2, alpha: clamp01(2 * titled - 1) });
  }
}
