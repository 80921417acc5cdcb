import { whim } from "../../../src/round/whim.ts";
import type { Kit, Node, Picture, Size } from "../kit.ts";
import { paintGlow } from "../paint/felt.ts";
import { progress } from "../tracks.ts";

/** How often one goes off, and how long it is seen, in seconds: small, and never two of them at once. */
const [EVERY_S, SEEN_S] = [0.55, 0.42];
const SOFT_PX = 48;

/** Cameras in the crowd: one after another goes off somewhere along the far edge of a box. */
export class Flashbulbs {
  readonly nodes: readonly Node[];
  readonly #glow: Picture;
  readonly #star: Picture;
  #size: Size = { width: 1, height: 1 };
  #top = 0;

  constructor(kit: Kit) {
    [this.#glow, this.#star] = [kit.light(), kit.light()];
    this.nodes = [this.#glow, this.#star];
    this.#glow.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
      paintGlow(context, box, "#dfeaff"),
    );
    this.#star.paint({ width: SOFT_PX, height: SOFT_PX }, paintStar);
  }

  /** In a box, below its first `top` CSS pixels. */
  fit(size: Size, top: number): void {
    [this.#size, this.#top] = [size, top];
  }

  /** `strength` from 0 to 1; they are as they are so many seconds after the first one, in a round. */
  show(strength: number, seconds: number, round: number): void {
    const nth = Math.floor(seconds / EVERY_S);
    const since = seconds - nth * EVERY_S;
    const { width, height } = this.#size;
    // At either side, clear of whoever stands in the middle.
    const x =
      width * (nth % 2 ? 0.03 + 0.25 * whim(round, nth, 71) : 0.97 - 0.25 * whim(round, nth, 71));
    const y = this.#top + height * (0.03 + 0.2 * whim(round, nth, 72));
    const px = Math.max(18, height * (0.1 + 0.08 * whim(round, nth, 73)));
    const seen =
      seconds < 0
        ? 0
        : strength * progress(since, 0, 0.05) * (1 - progress(since, 0.06, SEEN_S - 0.06));
    this.#glow.place({ x, y, scale: (2.2 * px) / SOFT_PX, alpha: 0.55 * seen });
    this.#star.place({ x, y, scale: px / SOFT_PX, angle: whim(round, nth, 74) - 0.5, alpha: seen });
  }
}

/** Paints a star of four points over a box. */
function paintStar(context: CanvasRenderingContext2D, { width, height }: Size): void {
  context.translate(width / 2, height / 2);
  context.fillStyle = "#ffffff";
  for (const [across, down] of [
    [0.5, 0.05],
    [0.05, 0.5],
  ] as const) {
    context.beginPath();
    context.moveTo(-across * width, 0);
    context.quadraticCurveTo(0, 0, 0, -down * height);
    context.quadraticCurveTo(0, 0, across * width, 0);
    context.quadraticCurveTo(0, 0, 0, down * height);
    context.quadraticCurveTo(0, 0, -across * width, 0);
    context.fill();
  }
  context.beginPath();
  context.arc(0, 0, width * 0.09, 0, 2 * Math.PI);
  context.fill();
}
