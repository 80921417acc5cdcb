import type { Kit, Label, Node, Picture } from "../../stage/kit.ts";
import { limitIn } from "../../stage/measures.ts";
import { withAlpha } from "../../stage/paint/colour.ts";
import type { Size } from "../../stage/scene.ts";
import { lies } from "./course.ts";
import type { Point } from "./course.ts";
import { paintPlate } from "./paint/plate.ts";
import { largerAt } from "./race-balls.ts";
import type { RaceShown } from "./race-shown.ts";
import type { RaceTable } from "./table.ts";

/** A ball in the picture: its middle, and where it rolls to, as a unit vector. CSS pixels. */
interface Rolling extends Point {
  to: Point;
}

/** What a tag has to keep within, in CSS pixels. */
interface Edges {
  left: number;
  right: number;
  top: number;
  foot: number;
}

/** So far a tag keeps from its own ball, and at least from any other, in CSS pixels. */
const [BESIDE, CLEAR] = [5, 2];

/** How far a point is from a box around its middle: below 0 within it. */
function distanceTo(box: Point & Size, { x, y }: Point): number {
  const [aside, down] = [Math.abs(x - box.x) - box.width / 2, Math.abs(y - box.y) - box.height / 2];
  return aside > 0 && down > 0 ? Math.hypot(aside, down) : Math.max(aside, down);
}

/**
 * Where the tag of the leader lies: ahead of the ball, where no other one is; and where it would leave the picture
 * there, or lie over a ball of the next bend, below, above or behind it. Of all that are not clear it is the clearest.
 */
function tagPlace(
  leader: Rolling,
  others: readonly Point[],
  { width, height, radius }: Size & { radius: number },
  edges: Edges,
): Point {
  const { x, y, to } = leader;
  const reach = radius + BESIDE;
  const ahead = reach + (Math.abs(to.x) * width) / 2 + (Math.abs(to.y) * height) / 2;
  const up = reach + height / 2;
  const places = [
    { x: x + to.x * ahead, y: y + to.y * ahead },
    { x, y: y + up },
    { x, y: y - up },
    { x: x - to.x * ahead, y: y - to.y * ahead },
  ].map((place) => {
    // Along an edge it goes no further, if that leaves its ball free.
    const at = {
      x: Math.min(edges.right - width / 2, Math.max(edges.left + width / 2, place.x)),
      y: Math.min(edges.foot - height / 2, Math.max(edges.top + height / 2, place.y)),
    };
    const box = { ...at, width, height };
    const room = Math.min(
      distanceTo(box, leader) - radius,
      ...others.map((other) => distanceTo(box, other) - radius),
    );
    return { at, room };
  });
  const clear =
    places.find(({ room }) => room >= CLEAR) ?? places.toSorted((a, b) => b.room - a.room)[0];
  return clear?.at ?? leader;
}

/** The name of whoever leads, on a plate with an edge in the colour of the team. */
export class LeaderTag {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #table: RaceTable;
  readonly #plate: Picture;
  readonly #name: Label;
  #typePx = 9;
  #size: Size = { width: 1, height: 1 };
  #box: Size = { width: 1, height: 1 };
  #written = -1;

  constructor(kit: Kit, table: RaceTable) {
    [this.#kit, this.#table] = [kit, table];
    [this.#plate, this.#name] = [kit.picture(), kit.label()];
    this.nodes = [this.#plate, this.#name];
  }

  fit(size: Size): void {
    const { layout } = this.#table;
    this.#box = size;
    this.#typePx = Math.max(
      9,
      Math.round(
        layout.tall
          ? size.width * 0.032
          : Math.min(layout.units.chase * 0.34, limitIn(size.height, 17, 0.034)),
      ),
    );
    this.#written = -1;
  }

  #write(ball: number): void {
    if (ball === this.#written) {
      return;
    }
    this.#written = ball;
    const { marks, words } = this.#table;
    const [sizePx, text] = [this.#typePx, words[ball] ?? ""];
    const look = { sizePx, weight: 700 } as const;
    this.#size = {
      width: Math.ceil(this.#kit.widthOf(text, look) + sizePx * 0.9),
      height: Math.ceil(sizePx * 1.45),
    };
    const { board, ink } = this.#kit.look;
    this.#plate.paint(this.#size, (context, size) =>
      paintPlate(context, size, withAlpha(board, 0.88), marks[ball]?.fill ?? ink, 1.5),
    );
    this.#name.write(text, { ...look, colour: ink });
  }

  /** Whoever leads has it at once. */
  show({ balls, camera, veil }: RaceShown): void {
    const { layout } = this.#table;
    const nth = balls.findIndex(({ lead }) => lead > 0);
    const leader = balls[nth];
    if (!leader || veil > 0) {
      this.#plate.place({ x: 0, y: 0, alpha: 0 });
      this.#name.place({ x: 0, y: 0, alpha: 0 });
      return;
    }
    this.#write(nth);
    const shot = layout.shot(camera);
    const to = lies({ x: Math.cos(leader.heading), y: Math.sin(leader.heading) }, layout.tall);
    const at = tagPlace(
      { ...layout.seen(shot, leader), to },
      balls.filter((ball, i) => i !== nth && ball.seen > 0).map((ball) => layout.seen(shot, ball)),
      { ...this.#size, radius: (shot.unit * largerAt(shot.unit)) / 2 },
      {
        left: 3,
        right: this.#box.width - 3,
        top: layout.list.foot + 3,
        foot: this.#box.height - 3,
      },
    );
    this.#plate.place({ ...at, alpha: leader.lead });
    this.#name.place({ ...at, alpha: leader.lead });
  }
}
