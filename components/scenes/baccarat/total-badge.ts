import type { ColourToken } from "../../../src/look/palette.ts";
import { contrastFills, palette, sideColours } from "../../../src/look/palette.ts";
import { faceAt } from "../../../src/look/typefaces.ts";
import type { Kit, Node } from "../../stage/kit.ts";
import type { SideLight } from "../../stage/lights.ts";
import { mix, withAlpha } from "../../stage/paint/colour.ts";
import { paintSocket } from "../../stage/paint/inlay.ts";
import { polish } from "../../stage/paint/light.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { RESULT_MS } from "../../stage/times.ts";
import { arc, clamp01, lerp } from "../../stage/tracks.ts";
import { WordPill } from "../../stage/word-pill.ts";

/** How much larger the winner's is, and how much more than that it swells on the way. */
const [GROWN, SWELL] = [1.18, 0.22];

/** Between what stands in a corner and the edges of the box, in CSS pixels. */
const MARGIN = 10;

/** The total of a hand in a medallion of its side's colour, with a word beside it when there is one. */
export class TotalBadge {
  readonly nodes: readonly Node[];
  readonly #colour: string;
  readonly #letter: string;
  readonly #kit: Kit;
  readonly #outwards: -1 | 1;
  readonly #medal;
  readonly #empty;
  readonly #ring;
  readonly #number;
  readonly #pill;
  readonly #caption;
  /** What it is read on, over cards as well. */
  readonly #plate;
  #word = { widthPx: 0, downPx: 0, alpha: 0 };
  #captionPx = { width: 0, height: 0 };
  /** At its largest, when its hand has won: sharp there, and scaled down before. */
  #diameter = 0;
  /** As large as it was last shown. */
  #seenPx = 0;
  #at = { x: 0, y: 0 };

  /** `outwards` is the way to the edge of the table: -1 to the left, 1 to the right. */
  constructor(kit: Kit, side: { token: ColourToken; letter: string }, outwards: -1 | 1) {
    this.#outwards = outwards;
    this.#colour = kit.look.isOrnate ? sideColours[side.token].fill : contrastFills[side.token];
    this.#letter = side.letter;
    this.#kit = kit;
    this.#empty = kit.picture();
    this.#medal = kit.picture();
    this.#ring = kit.picture();
    this.#number = kit.label();
    this.#pill = new WordPill(kit);
    this.#caption = kit.label();
    this.#plate = kit.picture();
    const medallion = [this.#empty, this.#medal, this.#ring, this.#number];
    this.nodes = [this.#plate, ...medallion, this.#caption, ...this.#pill.nodes];
  }

  /** Lays it out around a point, with a diameter in CSS pixels, for the hand of a name. */
  fit(atRest: number, at: { x: number; y: number }, name: string): void {
    const sizePx = Math.max(10, atRest * 0.26);
    const type = { sizePx, weight: 700, spacing: 0.1, face: faceAt(sizePx) } as const;
    const plate = { width: this.#kit.widthOf(name, type) + sizePx, height: sizePx * 1.3 };
    this.#captionPx = plate;
    this.#caption.write(name, {
      ...type,
      colour: "#ffffff",
    });
    this.#plate.paint(plate, (context) => {
      context.beginPath();
      context.roundRect(0, 0, plate.width, plate.height, plate.height / 2);
      context.fillStyle = withAlpha(palette.night, 0.72);
      context.fill();
    });
    this.#caption.place({ x: at.x, y: at.y, alpha: 0 });
    this.#plate.place({ x: at.x, y: at.y, alpha: 0 });
    const diameter = atRest * GROWN;
    this.#diameter = diameter;
    this.#at = at;
    this.#pill.fit(Math.max(9, atRest * 0.22));
    const box = { width: diameter, height: diameter };
    const circle = (context: CanvasRenderingContext2D, inset: number) => {
      context.beginPath();
      context.arc(diameter / 2, diameter / 2, diameter / 2 - inset, 0, 2 * Math.PI);
    };
    const line = Math.max(1.5, diameter * 0.045);
    const { accent, look } = this.#kit;
    this.#empty.paint(box, (context) =>
      paintSocket(context, box, { colour: this.#colour, letter: this.#letter, accent, look }),
    );
    this.#medal.paint(box, (context) => {
      const light = context.createLinearGradient(0, 0, 0, diameter);
      light.addColorStop(0, mix(this.#colour, "#ffffff", 0.3));
      light.addColorStop(0.45, this.#colour);
      light.addColorStop(1, mix(this.#colour, "#000000", 0.45));
      circle(context, line / 2);
      context.save();
      // Its own contact shadow: it lies on the cloth as the cards do.
      context.shadowColor = "#000000a0";
      context.shadowBlur = line * 1.5 * context.getTransform().a;
      context.shadowOffsetY = line * context.getTransform().a;
      context.fillStyle = light;
      context.fill();
      context.restore();
      context.lineWidth = Math.max(1, line * 0.6);
      circle(context, line);
      context.strokeStyle = withAlpha(palette.ink, 0.55);
      context.stroke();
    });
    this.#ring.paint(box, (context) => {
      circle(context, line * 0.7);
      context.lineWidth = line * 1.3;
      const gold = context.createLinearGradient(0, 0, diameter * 0.4, diameter);
      polish(gold, accent);
      context.strokeStyle = gold;
      context.stroke();
    });
  }

  /**
   * Shows a total, or an empty place unless that `isHidden`; and a word, 0 to 1 `shown`, beside it or raised by
   * so many CSS pixels. The winner's swells as the `celebration` begins, 0 to 1, and stays larger than it was.
   */
  show(
    total: number | null,
    { light, celebration, isHidden }: { light: SideLight; celebration: number; isHidden: boolean },
    badge: { word: string; shown: number; raisedPx: number },
  ): void {
    const alpha = 1 - light.dim;
    const swell = arc((celebration * RESULT_MS.celebration) / (2 * RESULT_MS.light));
    const scale = (1 + light.lit * (GROWN - 1 + SWELL * swell)) / GROWN;
    this.#seenPx = this.#diameter * scale;
    const at = { ...this.#at, scale };
    this.#empty.place({ ...at, alpha: total === null && !isHidden ? 1 : 0 });
    this.#medal.place({ ...at, alpha: total === null ? 0 : alpha });
    this.#ring.place({ ...at, alpha: total === null ? 0 : light.lit });
    if (total !== null) {
      this.#number.write(String(total), {
        sizePx: this.#diameter * 0.58,
        colour: this.#inkOf(light.lit),
        weight: 800,
      });
    }
    this.#number.place({ ...at, alpha: total === null ? 0 : alpha });
    if (badge.shown > 0) {
      this.#pill.write(badge.word);
    }
    // Over the medallion the word would hide the number.
    this.#word = {
      widthPx: this.#pill.width,
      downPx: -badge.raisedPx,
      alpha: badge.shown * alpha,
    };
    this.#showWord(0);
  }

  /** Where it stands aside: in the upper corner of a box so wide, with its caption to its foot. CSS pixels. */
  inCorner(widthPx: number): { aside: { x: number; y: number }; foot: number; half: number } {
    const half = Math.max(this.#diameter, this.#captionPx.width) / 2;
    const x = half + MARGIN;
    const aside = { x: this.#outwards < 0 ? x : widthPx - x, y: this.#diameter / 2 + MARGIN };
    return { aside, foot: this.#diameter + MARGIN + this.#captionPx.height * 1.2, half };
  }

  /** Shows whose it is beneath it, 0 to 1, and its word beneath that, which has no room on its way to the edge. */
  caption(shown: number): void {
    const down = this.#diameter / 2 + this.#captionPx.height * 0.6;
    const at = { x: this.#at.x, y: this.#at.y + down, alpha: clamp01(2 * shown - 1) };
    this.#caption.place(at);
    this.#plate.place(at);
    this.#showWord(shown);
  }

  /** Shows its word: beside it, or so far on the way to beneath its caption, 0 to 1. */
  #showWord(way: number): void {
    const { widthPx, downPx, alpha } = this.#word;
    const beside = this.beside(widthPx, downPx);
    const half = Math.max(this.#diameter, this.#captionPx.width) / 2;
    const inwards = this.#outwards * Math.max(0, widthPx / 2 - half);
    const down = this.#diameter / 2 + this.#captionPx.height * 1.2 + this.#pill.height / 2;
    const at = {
      x: lerp(beside.x, this.#at.x - inwards, way),
      y: lerp(beside.y, this.#at.y + down, way),
    };
    // A wider one would reach over the card in close-up.
    this.#pill.show(at, inwards === 0 ? alpha : alpha * clamp01(1 - 2 * way));
  }

  /** How high its word is, in CSS pixels. */
  get wordPx(): number {
    return this.#pill.height;
  }

  /** The middle of a word so wide beside the medallion as it was last shown, on the way to the edge; CSS pixels. */
  beside(widthPx: number, downPx: number): { x: number; y: number } {
    const away = this.#seenPx / 2 + 3 + widthPx / 2;
    return { x: this.#at.x + this.#outwards * away, y: this.#at.y + downPx };
  }

  /** As on the hud: black on the bright colours of the theme for those who need contrast. */
  #inkOf(lit: number): string {
    if (!this.#kit.look.isOrnate) {
      return "#000000";
    }
    return lit > 0.5 ? mix(LIGHTS.gold, "#ffffff", 0.3) : "#ffffff";
  }
}
