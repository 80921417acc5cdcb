/** A line of text beside a ball: where its left end is, its middle, and how much room it takes. CSS pixels. */
export interface Tag {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much room is left between two lines, by the height of the lower one. */
const LEADING = 0.12;

/** How far down from `one` a line must be moved that would touch it. */
const apart = (one: Tag, { height }: Tag): number =>
  one.height / 2 + height / 2 + LEADING * height + 0.01;

const touches = (one: Tag, other: Tag): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  Math.abs(one.y - other.y) < apart(one, other) - 0.01;

/**
 * Where lines are moved to, up or down, so that none touches another: each yields to those before it, by the
 * shortest way, so that one that is read already stays when another joins it.
 */
export function spreadTags(tags: readonly Tag[]): number[] {
  const placed: Tag[] = [];
  for (const tag of tags) {
    const ways = [
      tag.y,
      ...placed.flatMap((one) => [one.y - apart(one, tag), one.y + apart(one, tag)]),
    ];
    const free = ways
      .toSorted((a, b) => Math.abs(a - tag.y) - Math.abs(b - tag.y))
      .find((y) => !placed.some((one) => touches(one, { ...tag, y })));
    placed.push({ ...tag, y: free ?? tag.y });
  }
  return placed.map(({ y }) => y);
}
