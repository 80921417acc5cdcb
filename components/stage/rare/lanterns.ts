import { whim } from "../../../src/round/whim.ts";
import type { Kit, Node } from "../kit.ts";
import { paintGlow } from "../paint/felt.ts";
import { clamp01, easeInOut, lerp, progress } from "../tracks.ts";

interface Point {
  x: number;
  y: number;
}

/** A lantern is so wide by its height. */
const RATIO = 0.8;
const SOFT_PX = 64;
/** When the first one rises and how long after it each other, how long a flight takes: shares of all. */
const [FIRST_AT, EVERY, FLIGHT] = [0.06, 0.03, 0.78];

/** Paper lanterns that rise from cards, one from each, and are gone over the far edge of the table. */
export class Lanterns {
  readonly nodes: readonly Node[];
  readonly #lanterns;
  #px = 1;

  constructor(kit: Kit, count: number) {
    this.#lanterns = Array.from({ length: count }, () => ({
      glow: kit.light(),
      paper: kit.picture(),
    }));
    this.nodes = this.#lanterns.flatMap(({ glow, paper }) => [glow, paper]);
  }

  /** Their height, in CSS pixels. */
  fit(px: number): void {
    this.#px = px;
    for (const { glow, paper } of this.#lanterns) {
      paper.paint({ width: px * RATIO, height: px }, paintLantern);
      glow.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
        paintGlow(context, box, "#ffb45c"),
      );
    }
  }

  /** They rise from these points; `share` says how far all of it is, nothing is seen at 0 and at 1. */
  show(from: readonly Point[], share: number): void {
    this.#lanterns.forEach(({ glow, paper }, i) => {
      const { x, y } = from[i] ?? { x: 0, y: 0 };
      const flown = progress(share, FIRST_AT + i * EVERY, FLIGHT);
      const up = easeInOut(flown) * 0.4 + flown * 0.6;
      const sway = Math.sin(flown * 5 + whim(i, 51) * 6) * flown;
      const at = {
        x: x + sway * this.#px * 0.45,
        y: lerp(y, -this.#px, up),
      };
      const size = lerp(0.25, 1, clamp01(flown * 4));
      // Their light reaches further down than they do: it is out before they are gone.
      const seen = clamp01(Math.min(flown, 1 - flown) * 9);
      paper.place({ ...at, scale: size, angle: sway * 0.09, alpha: seen });
      const flicker = 0.9 + 0.1 * Math.sin(flown * 40 + i * 2);
      glow.place({ ...at, scale: (size * this.#px * 3.4) / SOFT_PX, alpha: 0.8 * seen * flicker });
    });
  }
}

/** Paints a lantern of paper over a box: lit from its mouth, ribs across it, a rim of gold. */
function paintLantern(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
): void {
  const [middle, foot, top] = [width / 2, height * 0.92, height * 0.06];
  context.beginPath();
  context.moveTo(middle - width * 0.26, foot);
  context.bezierCurveTo(-width * 0.06, height * 0.6, width * 0.02, top, middle, top);
  context.bezierCurveTo(width * 0.98, top, width * 1.06, height * 0.6, middle + width * 0.26, foot);
  context.closePath();
  const paper = context.createRadialGradient(
    middle,
    height * 0.8,
    0,
    middle,
    height * 0.6,
    height * 0.72,
  );
  paper.addColorStop(0, "#fff6cf");
  paper.addColorStop(0.3, "#ffce73");
  paper.addColorStop(0.7, "#f08a35");
  paper.addColorStop(1, "#b3411c");
  context.fillStyle = paper;
  context.fill();
  context.save();
  context.clip();
  context.strokeStyle = "#8a2d1455";
  context.lineWidth = Math.max(0.6, width * 0.022);
  for (const bow of [-0.3, -0.1, 0.1, 0.3]) {
    context.beginPath();
    context.moveTo(middle + bow * width * 0.5, top);
    context.quadraticCurveTo(
      middle + bow * width * 1.9,
      height * 0.5,
      middle + bow * width * 0.8,
      foot,
    );
    context.stroke();
  }
  context.restore();
  context.beginPath();
  context.ellipse(middle, foot, width * 0.26, height * 0.045, 0, 0, 2 * Math.PI);
  context.fillStyle = "#fff3c4";
  context.fill();
  context.lineWidth = Math.max(0.8, width * 0.035);
  context.strokeStyle = "#c98a2b";
  context.stroke();
}
