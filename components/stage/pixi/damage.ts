/** A part of the canvas, in whole device pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Each part that is drawn anew costs about as much as so many pixels, whatever its size. */
const PART_PIXELS = 2_000;
/** More parts than these are not told apart. */
const MOST_PARTS = 32;

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

export const meet = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

/** What has to be drawn anew of a canvas: boxes that are one where that is cheaper. */
export class Damage {
  readonly boxes: Box[] = [];

  add(box: Box): void {
    if (areaOf(box) <= 0) {
      return;
    }
    let whole = box;
    // Larger by each that it takes in, it may take in another.
    for (let other = this.#nearest(whole); other !== undefined; other = this.#nearest(whole)) {
      this.boxes.splice(this.boxes.indexOf(other), 1);
      whole = around(whole, other);
    }
    this.boxes.push(whole);
  }

  /** The one that a box is best drawn with; undefined where it is better drawn alone. */
  #nearest(box: Box): Box | undefined {
    let least = this.boxes.length < MOST_PARTS ? PART_PIXELS : Number.POSITIVE_INFINITY;
    let nearest: Box | undefined;
    for (const other of this.boxes) {
      const more = areaOf(around(box, other)) - areaOf(box) - areaOf(other);
      if (more < least) {
        [least, nearest] = [more, other];
      }
    }
    return nearest;
  }
}
