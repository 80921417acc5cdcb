import type { CourseLayout } from "./course.ts";
import type { BallMark, Kit, Node } from "./kit.ts";
import { paintPhoto } from "./paint/arena.ts";
import { lerp } from "./tracks.ts";

/** So many balls are in the picture. */
const SEEN = 3;
/** How far a hundredth of a second is, in widths of the picture. */
const GAP_WIDTH = 0.016;

/** The camera's picture of a photo finish: the first three at the line, as far apart as they were. */
export class PhotoFrame {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #card;
  readonly #title;
  readonly #word: string;
  readonly #balls;
  readonly #numbers;
  #at: CourseLayout["photo"] = { x: 0, y: 0, width: 1, height: 1 };

  constructor(kit: Kit, marks: readonly BallMark[], word: string) {
    this.#kit = kit;
    this.#word = word.toUpperCase();
    this.#card = kit.picture();
    this.#title = kit.label();
    this.#balls = marks.map((mark) => kit.ball(mark, true));
    this.#numbers = Array.from({ length: SEEN }, () => kit.label());
    this.nodes = [this.#card, this.#title, ...this.#balls, ...this.#numbers];
  }

  fit(at: CourseLayout["photo"]): void {
    this.#at = at;
    this.#card.paint(at, (context, size) => paintPhoto(context, size, this.#kit.accent));
    this.#title.write(this.#word, {
      sizePx: Math.max(8, at.height * 0.085),
      colour: "#3a2c14",
      weight: 800,
      spacing: 0.16,
      maxWidthPx: at.width * 0.6,
    });
    for (const ball of this.#balls) {
      ball.fit(2 * Math.round(at.height * 0.105));
      ball.show({ roll: 0, dim: 0 });
    }
    this.#numbers.forEach((number, i) => {
      number.write(String(i + 1), {
        sizePx: Math.max(10, at.height * 0.13),
        colour: "#f4e9cf",
        weight: 800,
      });
    });
  }

  /**
   * Shows the picture, 0 to 1, in the layer `depth`. `ranks` from 1 and `gaps` in hundredths of a second,
   * in the order of the sides.
   */
  show(shown: number, ranks: readonly number[], gaps: readonly number[], depth: number): void {
    const { x, y, width, height } = this.#at;
    const drop = (1 - shown) * height * 0.2;
    this.#card.place({ x, y: y - drop, alpha: shown, angle: -0.02 * shown, depth });
    this.#title.place({ x, y: y - drop + height * 0.375, alpha: shown, depth: depth + 1 });
    this.#balls.forEach((ball, i) => {
      const rank = ranks[i] ?? SEEN + 1;
      const seen = rank <= SEEN ? shown : 0;
      ball.place({ ...this.#spot(rank, gaps[i] ?? 0, drop), alpha: seen, depth: depth + 1 });
    });
    this.#numbers.forEach((number, i) => {
      const spot = this.#spot(i + 1, 0, drop);
      number.place({ x: x - width * 0.36, y: spot.y, alpha: shown, depth: depth + 1 });
    });
  }

  /** The first touches the line; the others are behind it by their time. */
  #spot(rank: number, gap: number, drop: number): { x: number; y: number } {
    const { x, y, width, height } = this.#at;
    const share = (rank - 1) / (SEEN - 1);
    return {
      x: x + width * (0.27 - gap * GAP_WIDTH) + height * 0.005,
      y: y - drop + height * lerp(-0.25, 0.11, share),
    };
  }
}
