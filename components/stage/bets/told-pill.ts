import { palette } from "../../../src/look/palette.ts";
import { faceAt } from "../../../src/look/typefaces.ts";
import type { Kit, Label, Node, Picture } from "../kit.ts";
import { withAlpha } from "../paint/colour.ts";
import { paintPill } from "../paint/strokes.ts";
import type { Size } from "../scene.ts";

/** How high a pill is by its type, and more; how much wider it is than its text, and more. Around gold there is a shadow. */
const PILLS = {
  gold: { high: 1.75, more: 6, wide: 1.7, moreWide: 8 },
  dark: { high: 1.5, more: 0, wide: 1.2, moreWide: 0 },
} as const;

/** The ground of what does not put the player ahead, how dense it is, and its letters. */
const DARK_PILL = { colour: palette.night, alpha: 0.9, ink: "#ffffff" } as const;

/** How it looks, and what it has room for in CSS pixels: the height of its type, and how wide it may be. */
interface ToldLook {
  px: number;
  widthPx: number;
  /** On gold: the player is ahead. On dark ground it only says how the round went. */
  isGain: boolean;
}

/** The least height of its type that a line is read in, in CSS pixels. */
const READ_PX = 10.5;

const lookAt = (sizePx: number, isGain: boolean) =>
  ({ sizePx, weight: isGain ? 800 : 700, face: isGain ? faceAt(sizePx) : "plain" }) as const;

function paintDark(context: CanvasRenderingContext2D, { width, height }: Size, line: string): void {
  context.beginPath();
  context.roundRect(0.5, 0.5, width - 1, height - 1, height / 2);
  context.fillStyle = withAlpha(DARK_PILL.colour, DARK_PILL.alpha);
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = withAlpha(line, 0.55);
  context.stroke();
}

/** A player's result, on a pill beside the chips. */
export class ToldPill {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #pill: Picture;
  readonly #text: Label;
  #written = "";

  constructor(kit: Kit) {
    this.#kit = kit;
    [this.#pill, this.#text] = [kit.picture(), kit.label()];
    this.nodes = [this.#pill, this.#text];
  }

  /** Its room has changed: it is rewritten. */
  fit(): void {
    this.#written = "";
  }

  /** Whether it can be read there: it need be hardly smaller than its type. */
  fits(text: string, look: ToldLook): boolean {
    return this.#sizePx(text, look) >= Math.min(look.px, READ_PX);
  }

  /** Writes it, in smaller type where it would be too wide. */
  write(text: string, told: ToldLook): void {
    const written = JSON.stringify([text, told]);
    if (written === this.#written) {
      return;
    }
    this.#written = written;
    const { isGain } = told;
    const kit = this.#kit;
    const { high, more } = PILLS[isGain ? "gold" : "dark"];
    const sizePx = this.#sizePx(text, told);
    const size = { width: this.#widthAt(text, sizePx, isGain), height: sizePx * high + more };
    this.#pill.paint(size, (context, box) =>
      isGain ? paintPill(context, box, kit.accent) : paintDark(context, box, kit.accent),
    );
    const ink = isGain ? palette.night : DARK_PILL.ink;
    this.#text.write(text, { ...lookAt(sizePx, isGain), colour: ink });
  }

  #sizePx(text: string, { px, widthPx, isGain }: ToldLook): number {
    return px * Math.min(1, widthPx / this.#widthAt(text, px, isGain));
  }

  #widthAt(text: string, sizePx: number, isGain: boolean): number {
    const { wide, moreWide } = PILLS[isGain ? "gold" : "dark"];
    return this.#kit.widthOf(text, lookAt(sizePx, isGain)) + sizePx * wide + moreWide;
  }

  /** Shows it, 0 to 1: it comes out of its middle. */
  show(at: { x: number; y: number }, shown: number): void {
    const place = { ...at, scale: shown < 1 ? 0.6 + 0.4 * shown : 1, alpha: shown };
    this.#pill.place(place);
    this.#text.place(place);
  }
}
