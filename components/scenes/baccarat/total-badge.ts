import type { ColourToken } from "../../../src/games/contract.ts";
import { contrastFills, palette, sideColours } from "../../../src/look/palette.ts";
import type { Kit, Node } from "../../stage/kit.ts";
import type { SideLight } from "../../stage/lights.ts";
import { mix, withAlpha } from "../../stage/paint/colour.ts";
import { paintSocket } from "../../stage/paint/inlay.ts";
import { polish } from "../../stage/paint/light.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { RESULT_MS } from "../../stage/times.ts";
import { arc } from "../../stage/tracks.ts";
import { WordPill } from "../../stage/word-pill.ts";

/** How much larger the winner's is, and how much more than that it swells on the way. */
const [GROWN, SWELL] = [1.18, 0.22];

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
  /** At its largest, when its hand has won: sharp there, and scaled down before. */
  #diameter = 0;
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
    this.nodes = [this.#empty, this.#medal, this.#ring, this.#number, ...this.#pill.nodes];
  }

  /** Lays it out around a point, with a diameter in CSS pixels. */
  fit(atRest: number, at: { x: number; y: number }): void {
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
   * Shows a total, or an empty place unless that `isHidden`; and a word, 0 to 1 `shown`. The winner's
   * swells as the `celebration` begins, 0 to 1, and stays larger than it was.
   */
  show(
    total: number | null,
    { light, celebration, isHidden }: { light: SideLight; celebration: number; isHidden: boolean },
    badge: { word: string; shown: number },
  ): void {
    const alpha = 1 - light.dim;
    const swell = arc((celebration * RESULT_MS.celebration) / (2 * RESULT_MS.light));
    const scale = (1 + light.lit * (GROWN - 1 + SWELL * swell)) / GROWN;
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
    this.#showWord(badge.word, badge.shown * alpha, scale);
  }

  /** As on the hud: black on the bright colours of the theme for those who need contrast. */
  #inkOf(lit: number): string {
    if (!this.#kit.look.isOrnate) {
      return "#000000";
    }
    return lit > 0.5 ? mix(LIGHTS.gold, "#ffffff", 0.3) : "#ffffff";
  }

  #showWord(word: string, alpha: number, scale: number): void {
    if (alpha > 0) {
      this.#pill.write(word);
    }
    // Beside the medallion: over it the word would hide the number.
    const away = this.#outwards * ((this.#diameter * scale) / 2 + 3 + this.#pill.width / 2);
    this.#pill.show({ x: this.#at.x + away, y: this.#at.y }, alpha);
  }
}
