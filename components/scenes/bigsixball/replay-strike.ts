import type { BallMark, Kit, Node, Picture } from "../../stage/kit.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { progress } from "../../stage/tracks.ts";
import type { Point } from "./course.ts";
import { struckTwice } from "./crossing.ts";
import { paintSpot, paintStrike } from "./paint/chequered.ts";

/** Light along the line is painted small and shown large. */
const BEAM = { width: 128, height: 32 } as const;
/** How large the mark is by its ball, how flat a disc is seen that lies on the floor, and how long it takes to come, in ms. */
const [SPOT, FLATTENED, COMES_MS] = [0.8, 0.42, 240];

/** What marks in a replay that the first ball touches the line: light along it, and where that was. */
export class ReplayStrike {
  readonly nodes: readonly Node[];
  readonly #beam: Picture;
  readonly #spot: Picture;
  readonly #bright: string;
  readonly #fills: readonly string[];
  #ballPx = 1;
  #line: readonly [Point, Point] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  /** For whom the mark is painted. */
  #painted = -1;

  constructor(kit: Kit, marks: readonly BallMark[]) {
    [this.#beam, this.#spot] = [kit.light(), kit.picture()];
    this.#bright = kit.look.addsLight ? "#ffffff" : kit.accent;
    this.#fills = marks.map(({ fill }) => fill);
    this.nodes = [this.#beam, this.#spot];
  }

  /** `line` is where the furthest lane and the nearest one meet it, in the picture; CSS pixels. */
  fit(ballPx: number, line: readonly [Point, Point]): void {
    [this.#ballPx, this.#line, this.#painted] = [ballPx, line, -1];
    this.#beam.paint(BEAM, (context, box) =>
      paintStrike(context, box, [this.#bright, LIGHTS.gold]),
    );
  }

  /** `first` is the ball that was first over the line, and `lineX` where its lane meets that. */
  show(
    { winner, struckMs }: { winner: number; struckMs: number },
    first: { lineX: number; y: number; diameter: number } | undefined,
  ): void {
    const [far, near] = this.#line;
    const [across, down] = [near.x - far.x, near.y - far.y];
    const lit = struckTwice(struckMs);
    this.#beam.place({
      x: (far.x + near.x) / 2,
      y: (far.y + near.y) / 2,
      scale: [
        (Math.hypot(across, down) * 1.25) / BEAM.width,
        (this.#ballPx * (0.7 + lit)) / BEAM.height,
      ],
      angle: Math.atan2(down, across),
      alpha: lit,
      depth: -0.5,
    });
    if (struckMs >= 0 && winner !== this.#painted) {
      this.#painted = winner;
      const wide = this.#ballPx * SPOT;
      this.#spot.paint({ width: wide, height: wide * FLATTENED }, (context, box) =>
        paintSpot(context, box, this.#fills[winner] ?? LIGHTS.gold),
      );
    }
    const { lineX = 0, y = 0, diameter = 0 } = first ?? {};
    const dropped = progress(struckMs, 0, COMES_MS);
    this.#spot.place({
      x: lineX,
      y: y + diameter * 0.46,
      scale: ((2 - dropped) * diameter) / this.#ballPx,
      alpha: struckMs < 0 ? 0 : dropped,
      depth: -0.4,
    });
  }
}
