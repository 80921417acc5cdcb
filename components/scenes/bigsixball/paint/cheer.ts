import { sideColours } from "../../../../src/look/palette.ts";
import { whim } from "../../../../src/round/whim.ts";
import type { Kit, Picture, Size } from "../../../stage/kit.ts";
import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Look } from "../../../stage/theme.ts";
import { LIGHTS } from "../../../stage/theme.ts";
import { clamp01, lerp } from "../../../stage/tracks.ts";

/** The fans nearest to the podium stand in so many blocks, which leap one after another, and wave so many flags. */
const [BLOCKS, FLAGS] = [10, 8];
/** How high a block is by the stand, how wide a head is by the block, and how high fans leap, in heads. */
const [HIGH, HEAD, LEAP] = [0.3, 0.11, 0.9];
/** How often they leap in a second, and how much later the next block does, as a share of a leap. */
const [LEAPS, LATER] = [1.7, 0.23];
/** How high a flag is by the stand, and at most by its width; how far it swings, in radians, and how often in a second. */
const [FLAG, MOST_FLAG, SWING, SWINGS] = [0.34, 0.2, 0.32, 0.55];
const SCARVES = Object.values(sideColours).map(({ fill }) => fill);

/** Paints fans from behind over a box, their arms up, some with a scarf between their hands. */
function paintFans(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  { night, lamp, track, addsLight }: Look,
  nth: number,
): void {
  const radius = height * HEAD;
  const body = mix(mix(track, night, 0.6), "#000000", addsLight ? 0.3 : 0.1);
  const count = Math.max(2, Math.round(width / (radius * 3.1)));
  context.lineCap = "round";
  for (let i = 0; i < count; i++) {
    const x = (width * (i + 0.5 + 0.24 * (whim(nth, i, 31) - 0.5))) / count;
    const y = height * (0.44 + 0.08 * whim(nth, i, 32));
    const hands = [-1, 1].map((side) => ({
      x: x + side * radius * (1.1 + 0.5 * whim(nth, i, side + 33)),
      y: y - radius * (1.7 + 0.8 * whim(nth, i, 34)),
    }));
    const scarf = whim(nth, i, 35) < 0.4 ? SCARVES[Math.floor(whim(nth, i, 36) * 6)] : undefined;
    context.fillStyle = body;
    context.strokeStyle = body;
    context.beginPath();
    context.ellipse(x, y + radius * 3.4, radius * 1.5, radius * 2.6, 0, 0, 2 * Math.PI);
    context.fill();
    context.lineWidth = radius * 0.55;
    for (const [n, hand] of hands.entries()) {
      context.beginPath();
      context.moveTo(x + (2 * n - 1) * radius * 1.1, y + radius * 1.5);
      context.lineTo(hand.x, hand.y);
      context.stroke();
    }
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.lineWidth = Math.max(0.6, radius * 0.2);
    context.strokeStyle = withAlpha(lamp, 0.42);
    context.beginPath();
    context.arc(x, y, radius * 0.92, -2.6, -0.5);
    context.stroke();
    const [left, right] = hands;
    if (scarf !== undefined && left && right) {
      context.lineWidth = radius * 0.8;
      context.strokeStyle = mix(scarf, night, addsLight ? 0.25 : 0);
      context.beginPath();
      context.moveTo(left.x, left.y);
      context.quadraticCurveTo(x, left.y + radius * 0.7, right.x, right.y);
      context.stroke();
    }
  }
}

/** Paints a flag over a box: its pole along the left edge, its cloth in folds. */
export function paintFlag(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  colour: string,
): void {
  const pole = Math.max(1, width * 0.05);
  const folds = context.createLinearGradient(0, 0, width, 0);
  for (let i = 0; i <= 4; i++) {
    folds.addColorStop(i / 4, mix(colour, "#000000", i % 2 ? 0.12 : 0.38));
  }
  const [top, foot, sag] = [height * 0.04, height * 0.46, height * 0.06];
  context.beginPath();
  context.moveTo(pole, top);
  context.bezierCurveTo(width * 0.4, top + sag, width * 0.6, top - sag, width, top + sag);
  context.lineTo(width, foot + sag);
  context.bezierCurveTo(width * 0.6, foot - sag, width * 0.4, foot + sag, pole, foot);
  context.fillStyle = folds;
  context.fill();
  context.fillStyle = "#c9c2b4";
  context.fillRect(0, 0, pole, height);
}

/** How much fans cheer while nobody stands on the podium yet. */
const WAITING = 0.6;
/** How many thirds of a podium stand as flags of all teams begin to fall, and as those of the winner rise. */
const [FALL, RISE] = [1, 2];

/** The fans before the podium: they leap and wave the flags of all teams, and the winner's as it comes to stand there. */
export class Cheer {
  /** From the back to the front. */
  readonly nodes: readonly Picture[];
  readonly #kit: Kit;
  readonly #flags: readonly Picture[];
  readonly #blocks: readonly Picture[];
  #size: Size = { width: 1, height: 1 };
  #colour = "";

  constructor(kit: Kit) {
    this.#kit = kit;
    const { isOrnate } = kit.look;
    this.#flags = Array.from({ length: isOrnate ? FLAGS : 0 }, () => kit.picture());
    this.#blocks = Array.from({ length: isOrnate ? BLOCKS : 0 }, () => kit.picture());
    this.nodes = [...this.#flags, ...this.#blocks];
  }

  get #flagPx(): number {
    const { width, height } = this.#size;
    return Math.min(height * FLAG, width * MOST_FLAG);
  }

  /** `foot` is where the floor begins that they stand behind, in CSS pixels. */
  fit({ width }: Size, foot: number): void {
    this.#size = { width, height: foot };
    this.#colour = "";
    const block = { width: (width / BLOCKS) * 1.04, height: foot * HIGH };
    this.#blocks.forEach((part, i) =>
      part.paint(block, (context, size) => paintFans(context, size, this.#kit.look, i)),
    );
  }

  /**
   * How far they are seen, 0 to 1, and how many of the first three stand on the podium; they have cheered for so many
   * seconds, and the winner's flags have a `colour`, as `#rrggbb`.
   */
  show(seen: number, standing: number, seconds: number, colour: string): void {
    const { width, height } = this.#size;
    const cheer = lerp(WAITING, 1, standing / 3);
    // Those of the winner are up once it stands: nobody is named before.
    const isNamed = standing > RISE;
    const raised = isNamed ? clamp01(standing - RISE) : 1 - clamp01(standing - FALL);
    const flags = isNamed ? colour : "all";
    if (seen > 0 && flags !== this.#colour) {
      this.#colour = flags;
      const flag = { width: this.#flagPx * 0.62, height: this.#flagPx };
      this.#flags.forEach((part, i) =>
        part.paint(flag, (context, size) =>
          paintFlag(
            context,
            size,
            isNamed
              ? i % 3 === 2
                ? LIGHTS.gold
                : colour
              : (SCARVES[i % SCARVES.length] ?? colour),
          ),
        ),
      );
    }
    const high = height * HIGH;
    // They stand up from behind the floor.
    const hidden = (1 - cheer) * high * 0.5;
    this.#blocks.forEach((part, i) => {
      const leap = Math.abs(Math.sin(Math.PI * (seconds * LEAPS - i * LATER)));
      part.place({
        x: ((i + 0.5) * width) / BLOCKS,
        y: height - high * 0.16 + hidden - cheer * leap * high * HEAD * LEAP,
        alpha: seen,
      });
    });
    this.#flags.forEach((part, i) => {
      // Half of them at either side, clear of who stands in the middle.
      const aside = ((Math.floor(i / 2) + 0.3 + 0.5 * whim(i, 37)) / FLAGS) * 0.62;
      const swing = cheer * SWING * Math.sin(2 * Math.PI * (seconds * SWINGS + whim(i, 38)));
      const long = this.#flagPx;
      const base = height * (0.98 + 0.06 * whim(i, 39)) + hidden + (1 - raised) * long * 0.7;
      // It swings around the foot of its pole, which is at its left edge.
      const [across, up] = [long * 0.31, long / 2];
      part.place({
        x:
          width * (i % 2 ? 1 - aside : aside) +
          across * Math.cos(swing) +
          up * Math.sin(swing) -
          across,
        y: base + across * Math.sin(swing) - up * Math.cos(swing),
        angle: swing,
        alpha: seen * clamp01(2 * raised),
      });
    });
  }
}
