import type { BallMark, Kit, Node } from "../../stage/kit.ts";
import { withAlpha } from "../../stage/paint/colour.ts";
import { lerp } from "../../stage/tracks.ts";
import type { CourseLayout } from "./course.ts";
import { paintPlate } from "./paint/plate.ts";
import type { ListPlace } from "./race-list.ts";
import { gapsIn } from "./seconds.ts";

type Look = CourseLayout["list"];

/** What the list says at a moment. Balls in the order of the sides. */
export interface Standing {
  /** The cell of each ball, from 0, and how far it is on its way to or from another, -1 to 1. */
  places: readonly ListPlace[];
  /** Hundredths of a second behind the leader. */
  gaps: readonly number[];
  /** Whether all are in, and the gaps are those of the clock. */
  settled: boolean;
  /** How far it is up, 0 to 1. */
  ranked: number;
  /** How far the first of them has won, 0 to 1. */
  light: number;
}

/** How much wider the leader's cell is than the others, as a share of one. */
const WIDER = 0.8;

/** How far a ball is seen to move before it is in the next cell, as a share of one. */
const STEP = 0.07;

/** Where a ball begins in its cell, in widths of its number: in the first one that is clear of the frame. */
const indentIn = (row: number): number => (row === 0 ? 2.75 : 2);

/** How wide the number of a rank is. CSS pixels. */
const rankPx = ({ chipPx, cellPx }: Pick<Look, "chipPx" | "cellPx">): number =>
  Math.min(chipPx * 0.42, cellPx * 0.12);

/** The list of a race: rank and chip of all, the leader's name, and the gaps to it. */
export class LeaderList {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #ink: string;
  readonly #gapOf;
  readonly #chips;
  readonly #name;
  readonly #glyphs;
  readonly #gaps;
  readonly #numbers;
  readonly #board;
  readonly #first;
  #look: Look | undefined;

  /** `marks` and `words` in the order of the sides; `lang` is the BCP 47 tag of the language. */
  constructor(kit: Kit, marks: readonly BallMark[], words: readonly string[], lang?: string) {
    this.#kit = kit;
    this.#gapOf = gapsIn(lang);
    this.#words = words;
    this.#ink = kit.look.ink;
    this.#board = kit.picture();
    this.#first = kit.picture();
    this.#numbers = marks.map(() => kit.label());
    this.#chips = marks.map((mark) => kit.ball(mark, true));
    this.#name = kit.label();
    this.#glyphs = kit.glyphs("+=.,0123456789");
    this.#gaps = marks.map(() => this.#glyphs.line());
    const group = kit.group();
    group.add(...this.#numbers, ...this.#chips, this.#name, ...this.#gaps);
    this.nodes = [this.#board, this.#first, group];
  }

  fit(look: Look): void {
    this.#look = look;
    const { chipPx, cellPx, cells } = look;
    const { accent } = this.#kit;
    const [first, last] = [cells(0), cells(this.#chips.length - 1)];
    const height = chipPx * 1.3;
    this.#board.paint({ width: last.x - first.x + cellPx, height }, (context, box) =>
      paintPlate(context, box, withAlpha(this.#kit.look.board, 0.92), withAlpha(accent, 0.34), 1),
    );
    this.#first.paint({ width: this.#cell.first, height }, (context, { width }) =>
      paintPlate(context, { width, height }, withAlpha(accent, 0.3), accent, 2),
    );
    for (const chip of this.#chips) {
      chip.fit(2 * Math.round((chipPx * 0.96) / 2));
      chip.show({ roll: 0, dim: 0 });
    }
    this.#glyphs.fit({ sizePx: Math.max(9, chipPx * 0.5), colour: this.#ink, weight: 700 });
    this.#numbers.forEach((number, i) => {
      number.write(String(i + 1), {
        sizePx: Math.max(9, chipPx * 0.5),
        colour: accent,
        weight: 800,
      });
    });
  }

  /** Widths of the leader's cell, and of any other. */
  get #cell(): { first: number; other: number } {
    const other = ((this.#look?.cellPx ?? 0) * this.#chips.length) / (this.#chips.length + WIDER);
    return { first: other * (1 + WIDER), other };
  }

  /** Where a ball is seen on it, and how large. CSS pixels. */
  chipAt({ row, away }: ListPlace) {
    const { first, other } = this.#cell;
    const { chipPx = 0, cellPx = 0, names, cells } = this.#look ?? {};
    const { x = 0, y = 0 } = cells?.(0) ?? {};
    const left = x - cellPx / 2 + row * other + Math.min(1, row) * (first - other);
    // Alone in its cell a ball stands a little behind its middle: its rank is clear of it.
    const indent =
      names || row === 0 ? rankPx({ chipPx, cellPx }) * indentIn(row) : (other - chipPx) * 0.62;
    return { x: left + indent + chipPx / 2 + away * STEP * other, y, chipPx };
  }

  show({ places, gaps, settled, ranked, light }: Standing): void {
    const look = this.#look;
    if (!look) {
      return;
    }
    const { chipPx, cellPx, names, cells } = look;
    const { first } = this.#cell;
    const start = cells(0).x - cellPx / 2;
    const { y } = cells(0);
    const rank = rankPx(look);
    const beside = rank * indentIn(0) + chipPx * 1.12;
    places.forEach(({ row, away }, i) => {
      // Ball and gap go as one, and step back while they do: no two of them are ever in one cell.
      const alpha = ranked * lerp(1, 0.35, Math.abs(away));
      const { x } = this.chipAt({ row, away });
      const text = { x: x + chipPx * 0.62, y };
      this.#chips[i]?.place({ x, y, alpha });
      if (row === 0) {
        this.#name.write(this.#words[i] ?? "", {
          sizePx: Math.max(9, chipPx * 0.56),
          colour: this.#ink,
          weight: 700,
          anchor: "left",
          maxWidthPx: Math.max(1, first - beside - 4),
        });
        this.#name.place({ ...text, alpha });
      } else if (names && ranked > 0) {
        const gap = gaps[i] ?? 0;
        // In tenths while any of them is on its way, and level where that is none; in hundredths once all are in.
        this.#gaps[i]?.write(
          settled
            ? this.#gapOf(gap * 10, 2)
            : gap < 5
              ? "="
              : this.#gapOf(Math.round(gap / 10) * 100, 1),
        );
      }
      this.#gaps[i]?.place({ ...text, alpha: row > 0 && names ? alpha : 0 });
    });
    this.#numbers.forEach((number, row) => {
      // So far from the ball that "4" before the ball 6 is not read as "46".
      const { x } = this.chipAt({ row, away: 0 });
      number.place({ x: x - chipPx / 2 - rank * (names ? 1.2 : 1.55), y, alpha: ranked });
    });
    this.#board.place({ x: (cells(0).x + cells(places.length - 1).x) / 2, y, alpha: ranked });
    this.#first.place({ x: start + first / 2, y, alpha: ranked * Math.max(0.4, light) });
  }
}
