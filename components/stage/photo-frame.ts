import type { CourseLayout } from "./course.ts";
import type { BallMark, Kit, Node } from "./kit.ts";
import { paintPhoto } from "./paint/arena.ts";
import { lerp } from "./tracks.ts";

/** So many balls are in the picture. */
const SEEN = 3;

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
    this.#balls = marks.map((mark) => kit.ball(mark));
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
      ball.fit(2 * Math.round(at.height * 0.12));
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

  /** Shows the picture, 0 to 1, in the layer `depth`; `ranks` from 1 in the order of the sides. */
  show(shown: number, ranks: readonly number[], depth: number): void {
    const { x, y, width, height } = this.#at;
    const drop = (1 - shown) * height * 0.2;
    this.#card.place({ x, y: y - drop, alpha: shown, angle: -0.02 * shown, depth });
    this.#title.place({ x, y: y - drop + height * 0.375, alpha: shown, depth: depth + 1 });
    this.#balls.forEach((ball, i) => {
      const rank = ranks[i] ?? SEEN + 1;
      const seen = rank <= SEEN ? shown : 0;
      ball.place({ ...this.#spot(rank, drop), alpha: seen, depth: depth + 1 });
    });
    this.#numbers.forEach((number, i) => {
      const spot = this.#spot(i + 1, drop);
      number.place({ x: x - width * 0.36, y: spot.y, alpha: shown, depth: depth + 1 });
    });
  }

  #spot(rank: number, drop: number): { x: number; y: number } {
    const { x, y, width, height } = this.#at;
    const share = (rank - 1) / (SEEN - 1);
    return {
      x: x + width * lerp(0.27, 0.08, share) - height * 0.02,
      y: y - drop + height * lerp(-0.3, 0.1, share),
    };
  }
}
