import { palette } from "../../src/hud/tokens.ts";
import type { CourseLayout } from "./course.ts";
import type { BallMark, Kit, Node } from "./kit.ts";
import { withAlpha } from "./paint/colour.ts";

type Look = CourseLayout["list"];

/** The list of a race: a chip for each ball, and its team's name where there is room. */
export class LeaderList {
  readonly nodes: readonly Node[];
  readonly #accent: string;
  readonly #words: readonly string[];
  readonly #chips;
  readonly #names;
  readonly #numbers;
  readonly #board;
  readonly #first;
  #look: Look | undefined;

  /** `marks` and `words` in the order of the sides. */
  constructor(kit: Kit, marks: readonly BallMark[], words: readonly string[]) {
    this.#accent = kit.accent;
    this.#words = words;
    this.#board = kit.picture();
    this.#first = kit.picture();
    this.#numbers = marks.map(() => kit.label());
    this.#chips = marks.map((mark) => kit.ball(mark));
    this.#names = marks.map(() => kit.label());
    const group = kit.group();
    group.add(...this.#numbers, ...this.#chips, ...this.#names);
    this.nodes = [this.#board, this.#first, group];
  }

  fit(look: Look): void {
    this.#look = look;
    const { chipPx, names, nameWidthPx, rows } = look;
    const [first, last] = [rows(0), rows(this.#chips.length - 1)];
    const pad = chipPx * 0.3;
    const left = chipPx / 2 + pad;
    const width = last.x - first.x + left * 2 + (names ? nameWidthPx + pad : 0);
    const height = last.y - first.y + left * 2;
    const middle = names ? (nameWidthPx + pad) / 2 : 0;
    this.#board.paint({ width, height }, (context, box) => {
      context.beginPath();
      context.roundRect(0.5, 0.5, box.width - 1, box.height - 1, left * 0.8);
      context.fillStyle = withAlpha(palette.night, 0.62);
      context.fill();
      context.lineWidth = 1;
      context.strokeStyle = withAlpha(this.#accent, 0.28);
      context.stroke();
    });
    this.#board.place({ x: (first.x + last.x) / 2 + middle, y: (first.y + last.y) / 2 });
    const rowBox = { width: left * 2 + (names ? nameWidthPx + pad : 0), height: left * 2 };
    this.#first.paint(rowBox, (context, box) => {
      context.beginPath();
      context.roundRect(2, 2, box.width - 4, box.height - 4, box.height / 2 - 2);
      context.fillStyle = withAlpha(this.#accent, 0.3);
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = this.#accent;
      context.stroke();
    });
    for (const chip of this.#chips) {
      chip.fit(2 * Math.round(chipPx / 2));
      chip.show({ roll: 0, dim: 0 });
    }
    this.#names.forEach((name, i) => {
      name.write(this.#words[i] ?? "", {
        sizePx: chipPx * 0.45,
        colour: palette.ink,
        weight: 600,
        anchor: "left",
        maxWidthPx: Math.max(1, nameWidthPx - chipPx * 0.85),
      });
    });
    this.#numbers.forEach((number, i) => {
      number.write(String(i + 1), { sizePx: chipPx * 0.44, colour: this.#accent, weight: 700 });
    });
  }

  /**
   * Shows each ball in its row, from 0. `ranked` tells how far rows stand for ranks, `light` how far the
   * first of them has won, both 0 to 1.
   */
  show(rowOf: readonly number[], ranked: number, light: number): void {
    const look = this.#look;
    if (!look) {
      return;
    }
    const { chipPx, names, nameWidthPx, rows } = look;
    rowOf.forEach((row, i) => {
      const at = rows(row);
      this.#chips[i]?.place(at);
      this.#names[i]?.place({ x: at.x + chipPx * 0.75, y: at.y, alpha: names ? 1 : 0 });
    });
    this.#numbers.forEach((number, row) => {
      const at = rows(row);
      // At the far end of the row, where a name never reaches.
      number.place({ x: at.x + chipPx * 0.5 + nameWidthPx, y: at.y, alpha: names ? ranked : 0 });
    });
    const first = rows(0);
    const aside = names ? (nameWidthPx + chipPx * 0.3) / 2 : 0;
    this.#first.place({ x: first.x + aside, y: first.y, alpha: light });
  }
}
