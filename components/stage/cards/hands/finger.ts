import type { Crease, Limb, Place } from "./relief.ts";

/** The joints of a finger from its knuckle to its tip. */
export type Joints = readonly [Place, Place, Place, Place];

/** How thick a finger is along its way from its knuckle to its tip, in shares of its thickness. */
const GIRTHS = [1.06, 1.02, 0.99, 0.98, 0.95, 0.94, 0.91, 0.88, 0.78] as const;

/** Between the second and the third of four points on a line, by a Catmull-Rom spline. */
function spline(before: number, from: number, to: number, after: number, share: number): number {
  const [start, end] = [(to - before) / 2, (after - from) / 2];
  const bend = 2 * (from - to) + start + end;
  return ((bend * share + 3 * (to - from) - 2 * start - end) * share + start) * share + from;
}

/** Where a finger is on its way from its knuckle, 0, over its joints, 1 and 2, to its tip, 3. */
function placeOf([knuckle, middle, end, tip]: Joints, way: number): Place {
  const [before, from, to, after] =
    way < 1
      ? ([knuckle, knuckle, middle, end] as const)
      : way < 2
        ? ([knuckle, middle, end, tip] as const)
        : ([middle, end, tip, tip] as const);
  const share = way < 3 ? way % 1 : 1;
  const on = (axis: 0 | 1 | 2) => spline(before[axis], from[axis], to[axis], after[axis], share);
  return [on(0), on(1), on(2)];
}

/** A finger in a glove: cloth over joints has no corners. */
export function fingerOf(joints: Joints, thick: number): Limb[] {
  const pieces = GIRTHS.length - 1;
  return GIRTHS.slice(1).map((girth, i): Limb => ({
    from: placeOf(joints, (3 * i) / pieces),
    to: placeOf(joints, (3 * (i + 1)) / pieces),
    radii: [thick * (GIRTHS[i] ?? 1), thick * girth],
    blend: i === 0 ? 0.035 : 0,
    goesOn: i < pieces - 1,
  }));
}

/** The seam along the outer side of a finger. */
function seamBeside(from: Place, to: Place, thick: number): Crease {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const aside = (0.62 * thick) / (Math.hypot(dx, dy) || 1);
  return {
    from: [from[0] + dy * aside, from[1] - dx * aside],
    to: [to[0] + dy * aside, to[1] - dx * aside],
    width: 0.007,
    height: -0.008,
  };
}

/** Fine folds across a finger at its joints, where a glove gives, and its seam. */
export function foldsOf([knuckle, middle, end]: Joints, thick: number): Crease[] {
  const across = (at: Place, before: Place, shift: number, slant: number): Crease => {
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const [x, y] = [at[0] + ux * shift, at[1] + uy * shift];
    const [sideX, sideY] = [uy + ux * slant, -ux + uy * slant];
    return {
      from: [x - sideX * thick * 0.8, y - sideY * thick * 0.8],
      to: [x + sideX * thick * 0.8, y + sideY * thick * 0.8],
      width: 0.011,
      height: -0.006,
    };
  };
  return [
    across(middle, knuckle, -0.018, 0.14),
    across(middle, knuckle, 0.016, -0.1),
    across(end, middle, 0.002, 0.1),
    seamBeside(knuckle, middle, thick),
    seamBeside(middle, end, thick * 0.93),
  ];
}
