import type { BallMark, Kit, Node } from "../../../stage/kit.ts";
import { lerp } from "../../../stage/tracks.ts";
import type { CourseLayout } from "../course.ts";
import { paintPhoto, paintPhotoEdge, photoBox } from "./arena.ts";

/** How much of the print's width a second behind the winner is; the last of all stay in the picture. */
const WIDTH_OF_A_SECOND = { 3: 1.6, 6: 0.64 } as const;
const BEHIND_AT_MOST = 0.5;

/** The camera's picture of a photo finish: the best at the line, or all, as far apart as they were. */
export class PhotoFrame {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #print;
  readonly #card;
  readonly #edge;
  readonly #title;
  readonly #word: string;
  readonly #balls;
  readonly #numbers;
  readonly #gaps;
  #at: CourseLayout["photo"] = { x: 0, y: 0, width: 1, height: 1, seen: 3 };

  constructor(kit: Kit, marks: readonly BallMark[], word: string) {
    this.#kit = kit;
    this.#word = word.toUpperCase();
    this.#card = kit.picture();
    this.#edge = kit.picture();
    this.#title = kit.label();
    this.#balls = marks.map((mark) => kit.ball(mark, true));
    this.#numbers = marks.map(() => kit.label());
    this.#gaps = marks.map(() => kit.label());
    this.#print = kit.group();
    // The paper lies over its picture: nothing of that is seen outside of it.
    this.#print.add(this.#card, ...this.#numbers, ...this.#gaps, ...this.#balls);
    this.#print.add(this.#edge, this.#title);
    this.nodes = [this.#print];
  }

  fit(at: CourseLayout["photo"]): void {
    this.#at = at;
    const { accent } = this.#kit;
    this.#card.paint(at, (context) => paintPhoto(context, at, accent));
    this.#card.place({ x: 0, y: 0 });
    this.#edge.paint(at, (context) => paintPhotoEdge(context, at));
    this.#edge.place({ x: 0, y: 0 });
    const { x, y, height } = photoBox(at);
    // TiePlace the picture and the edge of the paper.
    const strip = at.height - (x * 2) / 3 - (y + height);
    this.#title.write(this.#word, {
      sizePx: Math.max(8, Math.min(at.height * 0.085, strip * 0.6)),
      colour: "#3a2c14",
      weight: 800,
      spacing: 0.16,
      maxWidthPx: at.width * 0.6,
    });
    this.#title.place({ x: 0, y: y + height + strip / 2 - at.height / 2 });
    for (const ball of this.#balls) {
      ball.fit(this.#ballPx);
      ball.show({ roll: 0, dim: 0 });
    }
    this.#numbers.forEach((number, i) => {
      number.write(String(i + 1), {
        sizePx: Math.max(10, this.#rowPx * 0.58),
        colour: "#f4e9cf",
        weight: 800,
      });
      number.place({
        x: x - at.width / 2 + this.#rowPx * 0.6,
        y: this.#rowY(i + 1),
        alpha: i < at.seen ? 1 : 0,
      });
    });
  }

  /** How high the lane of a ball is in the picture. CSS pixels. */
  get #rowPx(): number {
    return photoBox(this.#at).height / this.#at.seen;
  }

  get #ballPx(): number {
    return 2 * Math.round(this.#rowPx * 0.42);
  }

  /** The middle of a rank's lane in the picture, from the print's own middle. */
  #rowY(rank: number): number {
    return photoBox(this.#at).y - this.#at.height / 2 + this.#rowPx * (rank - 0.5);
  }

  /**
   * Shows the picture, 0 to 1, in the layer `depth`; `ranks` from 1 and `gaps` in hundredths of a
   * second behind the winner, both in the order of the sides.
   */
  show(shown: number, ranks: readonly number[], gaps: readonly number[], depth: number): void {
    const at = this.#at;
    const { x, line } = photoBox(at);
    const { width, seen } = at;
    this.#print.place({
      x: at.x,
      y: at.y,
      scale: lerp(1.12, 1, shown),
      alpha: shown,
      // Where it fills the box there is no room to lie askew.
      angle: (seen > 3 ? 0 : -0.02) * shown,
      depth,
    });
    this.#balls.forEach((ball, i) => {
      const rank = ranks[i] ?? 0;
      const isSeen = rank >= 1 && rank <= seen;
      const [gap, y] = [gaps[i] ?? 0, this.#rowY(isSeen ? rank : 1)];
      // The winner's edge touches the line, the others' are behind it by their time.
      const behind = width * Math.min((gap / 100) * WIDTH_OF_A_SECOND[seen], BEHIND_AT_MOST);
      ball.place({ x: line - width / 2 - this.#ballPx * 0.48 - behind, y, alpha: isSeen ? 1 : 0 });
      this.#gaps[i]?.write(isSeen && rank > 1 ? `+${(gap / 100).toFixed(2)}` : "", {
        sizePx: Math.max(9, this.#rowPx * (seen > 3 ? 0.46 : 0.34)),
        colour: "#d9c79a",
        weight: 700,
        anchor: "left",
      });
      this.#gaps[i]?.place({ x: x - width / 2 + this.#rowPx * 1.08, y, alpha: isSeen ? 1 : 0 });
    });
  }
}
