import type { Kit, Picture, Size } from "../../../stage/kit.ts";
import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import { polygon } from "../../../stage/paint/strokes.ts";
import { paintStudio } from "../../../stage/paint/studio.ts";
import type { Look } from "../../../stage/theme.ts";

/** How much larger it is seen as the picture cuts to it: the camera draws back from there. */
const NEAR = 0.09;
/** How bright the stand is behind an empty podium, and how much brighter for each ball that stands on it. */
const [SEEN, CHEERED] = [0.62, 0.12];

/** Masts at both ends of the stand: where their lamps are and where those are aimed at, in shares of the box. */
export const MASTS = [
  { x: 0.07, to: 0.4 },
  { x: 0.93, to: 0.6 },
] as const;
/** How high their lamps are, as a share of the box. */
export const MASTS_Y = 0.16;

/** Paints the masts at both ends of the stand, and their beams onto the podium. */
function paintMasts(context: CanvasRenderingContext2D, { width, height }: Size, look: Look): void {
  const { lamp, addsLight, isOrnate } = look;
  if (!isOrnate) {
    return;
  }
  const y = height * MASTS_Y;
  const size = Math.min(width * 0.05, height * 0.09);
  for (const { x: share, to } of MASTS) {
    const x = share * width;
    context.fillStyle = mix(look.night, "#000000", 0.3);
    context.fillRect(x - size * 0.09, y, size * 0.18, height - y);
    context.save();
    context.globalCompositeOperation = addsLight ? "lighter" : "source-over";
    const beam = context.createLinearGradient(x, y, to * width, height);
    beam.addColorStop(0, withAlpha(lamp, addsLight ? 0.36 : 0.5));
    beam.addColorStop(1, withAlpha(lamp, 0));
    polygon(context, [
      [x - size * 0.5, y],
      [x + size * 0.5, y],
      [to * width + width * 0.2, height],
      [to * width - width * 0.2, height],
    ]);
    context.fillStyle = beam;
    context.fill();
    for (let lamps = 0; lamps < 8; lamps++) {
      const at = {
        x: x + ((lamps % 4) - 1.5) * size * 0.36,
        y: y + (lamps < 4 ? -0.18 : 0.18) * size,
      };
      const glow = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, size * 0.5);
      glow.addColorStop(0, withAlpha("#ffffff", 0.95));
      glow.addColorStop(0.2, withAlpha(lamp, 0.5));
      glow.addColorStop(1, withAlpha(lamp, 0));
      context.fillStyle = glow;
      context.fillRect(at.x - size, at.y - size, 2 * size, 2 * size);
    }
    context.restore();
  }
}

/** The stand behind the podium, from the top of a box down to the edge of the podium's floor. */
export class Stadium {
  readonly node: Picture;
  readonly #kit: Kit;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit) {
    this.#kit = kit;
    this.node = kit.picture();
  }

  /** `foot` is where the floor begins, in CSS pixels. */
  fit({ width }: Size, foot: number): void {
    this.#size = { width, height: foot };
    // Out of focus, so that no more pixels are needed than the box has.
    const share = 1 / this.#kit.density;
    this.node.paint({ width: width * share, height: foot * share }, (context) => {
      context.scale(share, share);
      paintStudio(context, this.#size, { top: 0, foot }, this.#kit.look);
      paintMasts(context, this.#size, this.#kit.look);
    });
  }

  /**
   * How far it is seen and how near the camera is to it, both 0 to 1, and how many balls it cheers for that stand on the
   * podium.
   */
  show(seen: number, near: number, standing: number): void {
    const { width, height } = this.#size;
    this.node.place({
      x: width / 2,
      y: height / 2,
      scale: this.#kit.density * (1 + NEAR * near),
      alpha: (SEEN + CHEERED * standing) * seen,
    });
  }
}
