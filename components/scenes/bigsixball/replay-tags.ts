import type { Kit, Label, Node, TextLook } from "../../stage/kit.ts";
import { clamp01, lerp } from "../../stage/tracks.ts";
import type { Point } from "./course.ts";
import { gapsIn } from "./seconds.ts";

/** A ball as it lies in the picture of a replay, and how large it is there. CSS pixels. */
export interface Lying {
  /** Its place, from 1, once it is in; 0 before. And how far behind the first it is then. */
  rank: number;
  gapMs: number;
  /** How far it is beyond the line, in widths. */
  beyond: number;
  /** How near its lane is to the eye, 0 to 1. */
  near: number;
  x: number;
  y: number;
  diameter: number;
}

/** So far from the edge of the picture a ball is kept in it, by its width, and how much smaller it is where it would be out. */
const [KEPT, SMALLER] = [0.62, 0.36];

/** A ball as it is seen that is never out of the picture, up to `edge`: it waits there, smaller, as long as it is further on. */
export function keptIn<Ball extends Lying>(ball: Ball, edge: number): Ball {
  const most = edge - KEPT * ball.diameter;
  const out = clamp01((ball.x - most) / ball.diameter);
  const diameter = ball.diameter * (1 - SMALLER * out);
  return out > 0
    ? {
        ...ball,
        diameter,
        x: edge - KEPT * diameter,
        // It stands on its own lane still.
        y: ball.y + (ball.diameter - diameter) / 2,
      }
    : ball;
}

/** How much room tags leave to the edge of the picture, in CSS pixels. */
const CLEAR_PX = 5;

/** A box in the picture around its middle, in CSS pixels. */
interface Box extends Point {
  width: number;
  height: number;
}

const overlaps = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2;

/** A ball, by the box that nearly all of it is in. */
const boxOf = ({ x, y, diameter }: Lying): Box => ({
  x,
  y,
  width: diameter * 0.94,
  height: diameter * 0.86,
});

/** The middle of a tag: ahead of its ball or, where the picture ends or something else is, above it or below it. */
function placeOf(
  { x, y, diameter }: Lying,
  [wide, high]: readonly [number, number],
  edge: number,
  others: readonly Box[],
): Box {
  const most = edge - CLEAR_PX - wide / 2;
  const off = (diameter + high) / 2 + high * 0.2;
  const places = [
    { x: x + diameter * 0.58 + wide / 2, y },
    { x: Math.min(x, most), y: y - off },
    { x: Math.min(x, most), y: y + off },
    { x: Math.min(x - wide * 0.4, most), y: y - off },
  ]
    .filter((place) => place.x <= most)
    .map((place) => ({ ...place, width: wide, height: high }));
  const free = (place: Box, room: number) =>
    !others.some(({ width, height, ...at }) =>
      overlaps(place, { ...at, width: width + 2 * room, height: height + 2 * room }),
    );
  // A tag that is as near to another ball would be read as that one's.
  return (
    places.find((place) => free(place, high)) ??
    places.find((place) => free(place, 0)) ??
    places[0] ?? { x: most, y: y - off, width: wide, height: high }
  );
}

/** Says of each ball that has rolled over the line which one it was, or how far behind. */
export class ReplayTags {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #tags: readonly Label[];
  readonly #first: string;
  readonly #gapOf: ReturnType<typeof gapsIn>;

  /** `first` is the word for the first place, `lang` the BCP 47 tag of its language. */
  constructor(kit: Kit, balls: number, first: string, lang?: string) {
    [this.#kit, this.#first, this.#gapOf] = [kit, first, gapsIn(lang)];
    this.#tags = Array.from({ length: balls }, () => kit.label());
    this.nodes = this.#tags;
  }

  /**
   * None is cut where the picture ends, at `edge`, and none lies over a ball or another tag where there is room beside
   * its own. `ballPx` is the width of the nearest ball, and `alphaOf` tells how far each is seen, 0 to 1.
   */
  show(
    lying: readonly Lying[],
    edge: number,
    ballPx: number,
    alphaOf: (ball: number) => number,
  ): void {
    const { ink, addsLight } = this.#kit.look;
    const said: Box[] = [];
    // Who was in first has the first choice of where its tag stands.
    for (const i of [...lying.keys()].toSorted(
      (one, other) => (lying[one]?.gapMs ?? 0) - (lying[other]?.gapMs ?? 0),
    )) {
      const ball = lying[i];
      if (!ball || ball.rank === 0 || ball.beyond <= 1 || ball.x >= edge) {
        this.#tags[i]?.place({ x: 0, y: 0, alpha: 0 });
        continue;
      }
      const sizePx = Math.max(9, Math.round(ballPx * lerp(0.24, 0.34, ball.near)));
      const isFirst = ball.rank === 1;
      const look: TextLook = {
        sizePx,
        colour: isFirst && addsLight ? "#ffdf9a" : ink,
        weight: 800,
      };
      const text = isFirst ? this.#first : this.#gapOf(ball.gapMs, 2);
      this.#tags[i]?.write(text, look);
      const others = [...said, ...lying.flatMap((other) => (other === ball ? [] : boxOf(other)))];
      const place = placeOf(ball, [this.#kit.widthOf(text, look), sizePx], edge, others);
      const alpha = alphaOf(i);
      if (alpha > 0) {
        said.push(place);
      }
      this.#tags[i]?.place({ x: place.x, y: place.y, depth: 8_000, alpha });
    }
  }
}
