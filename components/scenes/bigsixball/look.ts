import { GRID_FOCUS } from "../../../src/games/bigsixball/grid.ts";
import type { CameraMatrix, Focus, Framing, Point3 } from "../../stage/plates.ts";
import { eyeOf, framingOf, PLATE, project } from "../../stage/plates.ts";
import type { Size } from "../../stage/scene.ts";
import { MARBLE } from "./courses.ts";

/** The shots of the race, each a plate of the studio: the gate, eight along the course, the plinth, and two more for portraits. */
export const SHOTS = [
  "grid",
  "wave",
  "snake",
  "hairpin",
  "neck",
  "pegs",
  "bend",
  "straight",
  "finish",
  "plinth",
  "lane",
  "line",
] as const;
export type Shot = (typeof SHOTS)[number];

/** What the studio says of a plate besides its picture. */
interface Exported {
  matrix: CameraMatrix;
  /** The lamps over the gate, and the tops of the plinth, best first. */
  lamps?: readonly Point3[];
  tops?: readonly Point3[];
  /** The seats that it leaves free for live spectators: where, and for which side. */
  fans?: readonly (readonly [x: number, y: number, z: number, side: number])[];
}

const nameOf = (path: string) => path.replace(/^.*\/|\.\w+$/g, "");
const named = <Value>(files: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(files).map(([path, value]) => [nameOf(path), value]));

const exported = named(
  import.meta.glob<Exported>("../../../src/games/bigsixball/plates/*.json", { eager: true }),
);

/** The addresses of all pictures of the race by their names. */
export const pictures = named(
  import.meta.glob<string>("../../../src/games/bigsixball/plates/*.avif", {
    eager: true,
    query: "?url",
    import: "default",
  }),
);

export const matrixOf = (shot: Shot): CameraMatrix => exported[shot]?.matrix ?? [];
export const LAMPS: readonly Point3[] = exported["grid"]?.lamps ?? [];
export const TOPS: readonly Point3[] = exported["plinth"]?.tops ?? [];
export const fansOf = (shot: Shot) => exported[shot]?.fans ?? [];

/** What of a shot is always in sight that follows nobody. */
const STILL: Readonly<Partial<Record<Shot, Focus>>> = {
  grid: GRID_FOCUS,
  plinth: { x: 0.505, y: 0.53, width: 0.66, height: 0.4 },
};

/** So much larger than its plate's middle a shot is seen, whose marbles would be small. */
const CLOSER: Readonly<Partial<Record<Shot, number>>> = {
  wave: 1.2,
  hairpin: 1.25,
  bend: 1.15,
  snake: 1.25,
  neck: 1.35,
  pegs: 1.2,
  straight: 1.5,
  finish: 1.35,
};
/** How far below the middle the followed point is, as a share of the box: the crowd behind it stays in view. */
const LOWER: Readonly<Partial<Record<Shot, number>>> = { straight: 0.14, finish: 0.12, line: 0.1 };

/** Every box shows a shot at least as large as this share of its plate's height fills it, tall ones more; small ones see less. */
const [BAND, TALL_BAND] = [0.45, 0.6] as const;
const LEAST = { px: 620, boxes: 1.5 } as const;

/** How wide a marble is on a plate, in its units. */
export function widthAt(matrix: CameraMatrix, at: Point3): number {
  const { up } = eyeOf(matrix);
  const top: Point3 = [at[0] + up[0] * MARBLE, at[1] + up[1] * MARBLE, at[2] + up[2] * MARBLE];
  return project(matrix, at).y - project(matrix, top).y;
}

/** How large a marble is by its box in a close shot, and how far to the right of the middle, as shares. */
export interface Close {
  large: number;
  aside: number;
}

/** The width of a box that counts as its height in close shots, and how far above its middle the marble is. */
const [PORTRAIT_WIDE, PORTRAIT_UP] = [0.8, 0.09] as const;

/** The framing of a shot in a box; `centre` is the point that it follows. */
export function framingIn(
  size: Size,
  shot: Shot,
  centre: Point3 | null,
  portrait: Close | null = null,
): Framing {
  const still = STILL[shot];
  if (portrait && centre) {
    const { x, y } = project(matrixOf(shot), centre);
    const room = Math.min(size.height, size.width * PORTRAIT_WIDE);
    const side = (portrait.large * room * PLATE) / widthAt(matrixOf(shot), centre);
    return framingOf(size, {
      x: x / PLATE - (portrait.aside * size.width) / side,
      y: y / PLATE + (PORTRAIT_UP * size.height) / side,
      width: size.width / side,
      height: size.height / side,
    });
  }
  if (still || centre === null) {
    return framingOf(size, still ?? { x: 0.5, y: 0.5, width: 1, height: BAND });
  }
  const { width, height } = size;
  const isWide = width > 1.4 * height;
  // A narrow box is nearer already, and shows the whole pack.
  const nearer = ((CLOSER[shot] ?? 1) - 1) * (isWide || shot === "finish" ? 1 : 0.4) + 1;
  const full = Math.max(width, height / (isWide ? BAND : TALL_BAND)) * nearer;
  const side = Math.max(full, Math.min(LEAST.px, LEAST.boxes * width));
  const { x, y } = project(matrixOf(shot), centre);
  return framingOf(size, {
    x: x / PLATE,
    y: y / PLATE - ((LOWER[shot] ?? 0) * height) / side,
    width: width / side,
    height: height / side,
  });
}
