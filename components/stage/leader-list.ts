import type { CourseLayout } from "./course.ts";
import type { BallMark, Kit, Node } from "./kit.ts";
import { looks } from "./looks.ts";
import { withAlpha } from "./paint/colour.ts";
import { clamp01, easeInOut } from "./tracks.ts";

type Look = CourseLayout["list"];

/** What the list says at a moment. Balls in the order of the sides. */
export interface Standing {
  /** The cell of each ball, from 0; between whole numbers while it passes another. */
  rows: readonly number[];
  /** Hundredths of a second behind the leader. */
  gaps: readonly number[];
  /** How far cells stand for ranks, 0 to 1. */
  ranked: number;
  /** How far the first of them has won, 0 to 1. */
  light: number;
}

/** Rows lie still for the first and the last of this much of the way from one to the next. */
const STILL = 0.3;

/** A row that is left late and reached early: balls side by side for long do not hover between cells. */
function settled(row: number): number {
  const from = Math.floor(row);
  return from + easeInOut(clamp01((row - from - STILL) / (1 - 2 * STILL)));
}

/** As exact as it is known: tenths on the way, hundredths from the line on. */
function gapText(hundredths: number): string {
  return `+${(hundredths / 100).toFixed(hundredths % 10 === 0 ? 1 : 2)}`;
}

/** The list of a race: rank, chip, gap to the leader, and the team's name where there is room. */
export class LeaderList {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #chips;
  readonly #names;
  readonly #gaps;
  readonly #numbers;
  readonly #board;
  readonly #first;
  #look: Look | undefined;

  /** `marks` and `words` in the order of the sides. */
  constructor(kit: Kit, marks: readonly BallMark[], words: readonly string[]) {
    this.#kit = kit;
    this.#words = words;
    this.#board = kit.picture();
    this.#first = kit.picture();
    this.#numbers = marks.map(() => kit.label());
    this.#chips = marks.map((mark) => kit.ball(mark));
    this.#names = marks.map(() => kit.label());
    this.#gaps = marks.map(() => kit.label());
    const group = kit.group();
    group.add(...this.#numbers, ...this.#chips, ...this.#names, ...this.#gaps);
    this.nodes = [this.#board, this.#first, group];
  }

  fit(look: Look): void {
    this.#look = look;
    const { chipPx, cellPx, names, cells } = look;
    const { accent } = this.#kit;
    // A scoreboard is dark by day too, and so is its gold.
    const gold = this.#kit.look.addsLight ? accent : looks.dark.gold;
    const [first, last] = [cells(0), cells(this.#chips.length - 1)];
    const height = chipPx * 1.3;
    this.#board.paint({ width: last.x - first.x + cellPx, height }, (context, box) => {
      context.beginPath();
      context.roundRect(0.5, 0.5, box.width - 1, box.height - 1, height * 0.3);
      context.fillStyle = withAlpha(looks.dark.night, 0.8);
      context.fill();
      context.lineWidth = 1;
      context.strokeStyle = withAlpha(accent, 0.34);
      context.stroke();
      for (let cell = 1; cell < this.#chips.length; cell++) {
        context.fillStyle = withAlpha(accent, 0.2);
        context.fillRect(cell * cellPx, height * 0.2, 1, height * 0.6);
      }
    });
    this.#board.place({ x: (first.x + last.x) / 2, y: first.y });
    this.#first.paint({ width: cellPx, height }, (context, box) => {
      context.beginPath();
      context.roundRect(1.5, 1.5, box.width - 3, box.height - 3, height * 0.3);
      context.fillStyle = withAlpha(accent, 0.34);
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = accent;
      context.stroke();
    });
    for (const chip of this.#chips) {
      chip.fit(2 * Math.round((chipPx * 0.96) / 2));
      chip.show({ roll: 0, dim: 0 });
    }
    this.#names.forEach((name, i) => {
      name.write(this.#words[i] ?? "", {
        sizePx: chipPx * 0.42,
        colour: "#ffffff",
        weight: 600,
        anchor: "left",
        maxWidthPx: Math.max(1, cellPx - chipPx * 1.95),
      });
      name.place({ x: 0, y: 0, alpha: names ? 1 : 0 });
    });
    this.#numbers.forEach((number, i) => {
      number.write(String(i + 1), {
        sizePx: Math.max(9, chipPx * 0.5),
        colour: gold,
        weight: 800,
      });
    });
  }

  show({ rows, gaps, ranked, light }: Standing): void {
    const look = this.#look;
    if (!look) {
      return;
    }
    const { chipPx, cellPx, names, cells } = look;
    const left = (row: number) => cells(row).x - cellPx / 2;
    // Too narrow for all three, a cell gives up its air first.
    const rank = Math.min(chipPx * 0.42, cellPx * 0.12);
    rows.map(settled).forEach((row, i) => {
      const { y } = cells(row);
      // Two that change places would write over each other: only their chips are seen to pass.
      const read = 1 - clamp01(5 * Math.abs(row - Math.round(row)));
      const chipX = left(row) + rank * 1.75 + chipPx / 2;
      const textX = chipX + chipPx * 0.6;
      this.#chips[i]?.place({ x: chipX, y });
      const told = ranked > 0.5 && row > 0.5;
      this.#gaps[i]?.write(told ? gapText(gaps[i] ?? 0) : "", {
        sizePx: Math.max(9, chipPx * (names ? 0.38 : 0.44)),
        colour: "#dfe6e2",
        weight: 600,
        anchor: "left",
        maxWidthPx: Math.max(8, left(row) + cellPx - textX - 2),
      });
      const split = names && told ? chipPx * 0.24 : 0;
      this.#names[i]?.place({ x: textX, y: y - split, alpha: names ? read : 0 });
      this.#gaps[i]?.place({ x: textX, y: y + split, alpha: told ? read : 0 });
    });
    this.#numbers.forEach((number, row) => {
      number.place({ x: left(row) + rank, y: cells(row).y, alpha: ranked });
    });
    this.#first.place({ ...cells(0), alpha: light });
  }
}
