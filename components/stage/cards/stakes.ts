import type { Board } from "../../../src/games/contract.ts";
import type { GameWords } from "../../../src/i18n/game-words.ts";
import { palette } from "../../../src/look/palette.ts";
import { faceAt } from "../../../src/look/typefaces.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { Group, Kit, Label } from "../kit.ts";
import { mix, withAlpha } from "../paint/colour.ts";
import type { Size } from "../scene.ts";
import { apartPx } from "./filming-room.ts";
import type { Area } from "./framing.ts";
import { colourOf } from "./side-words.ts";
import type { CloseCard, LaidLines, Line, Stake, Stakes } from "./stakes-said.ts";
import { Strikes } from "./stakes-struck.ts";

/*
 * What a card that is squeezed decides: which values on it let which side win. By the cards that lie open and the
 * rules alone, never by what is on it.
 */

/** Which values let which of `sides` win, in their order; those that cannot win are left out. */
export function stakesAmong(
  sides: readonly string[],
  winnerWith: (value: Card["value"]) => string,
): Stake[] {
  return sides
    .map((side) => ({ side, values: VALUES.filter((value) => winnerWith(value) === side) }))
    .filter(({ values }) => values.length > 0);
}

/** Values that follow each other as one: "A or 8–K", in a language. */
function listOf(values: readonly Card["value"][], lang: string): string {
  const runs: Card["value"][][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && VALUES.indexOf(value) === VALUES.indexOf(before) + 1) {
      run.push(value);
    } else {
      runs.push([value]);
    }
  }
  const said = runs.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : `${run[0]}`));
  return new Intl.ListFormat(lang, { type: "disjunction", style: "short" }).format(said);
}

/** The height of its type by that of the box, the least and the most of it, and of a line by its type. CSS pixels. */
const TYPE = { of: 0.048, least: 11, most: 22, line: 1.45 } as const;
/** In lower boxes nothing is said. CSS pixels. */
const FROM_PX = 110;
/** Around the lines, between them and the edge of the box, and to a card, in CSS pixels. */
const [PADDING, MARGIN, CLEAR] = [8, 10, 8] as const;
/** How large the type is where there is less room, of its size. */
const SHRUNK = [1, 0.72] as const;
/** Three sides, each over its values. */
const MOST_LINES = 6;

/** The lines that say what is at stake, on a plate in a corner of a close-up. */
export class StakesPlate {
  readonly node: Group;
  readonly #kit: Kit;
  readonly #words: GameWords;
  readonly #board: Pick<Board, "sides">;
  readonly #plate;
  readonly #lines: readonly Label[];
  #size: Size = { width: 1, height: 1 };
  #at: Area | null = null;
  #written = "";
  #laid: LaidLines | null = null;
  readonly #strikes;

  constructor(kit: Kit, { words, board }: { words: GameWords; board: Pick<Board, "sides"> }) {
    [this.#kit, this.#words, this.#board] = [kit, words, board];
    this.node = kit.group();
    this.#plate = kit.picture();
    this.#lines = Array.from({ length: MOST_LINES }, () => kit.label());
    this.node.add(this.#plate, ...this.#lines);
    this.#strikes = new Strikes(kit, this.node);
  }

  fit(size: Size): void {
    [this.#size, this.#written] = [size, ""];
  }

  /**
   * Writes what is at stake where it touches nothing of what is `taken`, which it is told once for each card. Null
   * where there is no room for all of it: a part of it would read as if nothing else were possible.
   */
  write({ stakes, hand }: Stakes, takenBy: () => readonly Area[]): Area | null {
    const { won, sides, lang = "en" } = this.#words;
    const said = stakes.map(({ side, values }) => ({ side, list: listOf(values, lang) }));
    const written = JSON.stringify([hand, said]);
    if (written !== this.#written) {
      this.#written = written;
      const wide = said.map(({ side, list }) => ({ side, text: `${won[side] ?? ""}  ${list}` }));
      const short = said.map(({ side, list }) => ({ side, text: `${sides[side] ?? ""}  ${list}` }));
      const narrow = said.flatMap(({ side, list }) => [
        { side, text: sides[side] ?? "" },
        { side, text: list },
      ]);
      this.#at =
        this.#size.height < FROM_PX ? null : this.#lay([wide, short, narrow], hand, takenBy());
    }
    return this.#at;
  }

  /** Strikes out the sides that the open part of a card rules out, which is turned from an edge. */
  strike(stakes: Stakes | null, close: CloseCard): void {
    this.#strikes.show(this.#laid, stakes, close);
  }

  /** In the lower corner away from the hand, or where else there is room, as large as there is any. */
  #lay(
    forms: readonly (readonly Line[])[],
    hand: "left" | "right",
    taken: readonly Area[],
  ): Area | null {
    const { width, height } = this.#size;
    const { of, least, most, line } = TYPE;
    const edges = (half: number, length: number) => [MARGIN + half, length - MARGIN - half];
    for (const share of SHRUNK) {
      const sizePx = Math.max(least, share * Math.min(most, height * of));
      const look = { sizePx, weight: 700, face: faceAt(sizePx) } as const;
      for (const lines of forms) {
        const box = {
          width: Math.max(...lines.map(({ text }) => this.#kit.widthOf(text, look))) + 2 * PADDING,
          height: lines.length * sizePx * line + PADDING,
        };
        const [left, right] = edges(box.width / 2, width) as [number, number];
        const [top, foot] = edges(box.height / 2, height) as [number, number];
        const [away, near] = hand === "left" ? [right, left] : [left, right];
        const at = [foot, top]
          .flatMap((y) => [away, near].map((x) => ({ x, y, ...box })))
          .find((area) => taken.every((other) => apartPx(area, other) >= CLEAR));
        if (at) {
          this.#write(lines, look, at);
          return at;
        }
      }
    }
    return null;
  }

  #write(
    lines: readonly Line[],
    look: { sizePx: number; weight: 700; face: ReturnType<typeof faceAt> },
    box: Size,
  ): void {
    const stepPx = look.sizePx * TYPE.line;
    this.#plate.paint(box, (context) => {
      context.beginPath();
      context.roundRect(0, 0, box.width, box.height, Math.min(9, box.height / 2));
      context.fillStyle = withAlpha(palette.night, 0.78);
      context.fill();
    });
    this.#plate.place({ x: 0, y: 0 });
    this.#laid = { box, look, lines, labels: this.#lines, stepPx };
    this.#lines.forEach((label, i) => {
      const { side, text } = lines[i] ?? { side: "", text: "" };
      const colour = mix(colourOf(this.#board.sides, side), "#ffffff", 0.62);
      label.write(text, { ...look, colour: this.#kit.look.isOrnate ? colour : "#ffffff" });
      label.place({ x: 0, y: (i - (lines.length - 1) / 2) * stepPx, alpha: text ? 1 : 0 });
    });
  }
}
