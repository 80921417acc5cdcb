import type { CameraMatrix, Focus, Framing, Point3 } from "../../stage/plates.ts";
import { framingOf } from "../../stage/plates.ts";
import { project } from "../../stage/plates.ts";
import type { Size } from "../../stage/scene.ts";

/** The shots of the race, each a plate of the studio: the gate, seven along the course, and where the best stand. */
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
] as const;
export type Shot = (typeof SHOTS)[number];

/** What the studio says of a plate besides its picture. */
interface Exported {
  matrix: CameraMatrix;
  /** The lamps over the gate, and the tops of the plinth, best first. */
  lamps?: readonly Point3[];
  tops?: readonly Point3[];
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

/** What of a shot is always in sight that follows nobody. */
const STILL: Readonly<Partial<Record<Shot, Focus>>> = {
  grid: { x: 0.5, y: 0.4, width: 0.86, height: 0.45 },
  plinth: { x: 0.49, y: 0.46, width: 0.7, height: 0.4 },
};

/** Every box shows a shot at least as large as this share of its plate's height fills it; small ones see less of it. */
const BAND = 0.45;
const LEAST = { px: 620, boxes: 1.6 } as const;

/** Where the plate of a shot lies in a box; `centre` is what it follows. */
export function framingIn(size: Size, shot: Shot, centre: Point3 | null): Framing {
  const still = STILL[shot];
  if (still || centre === null) {
    return framingOf(size, still ?? { x: 0.5, y: 0.5, width: 1, height: BAND });
  }
  const { width, height } = size;
  const side = Math.max(width, height / BAND, Math.min(LEAST.px, LEAST.boxes * width));
  const { x, y } = project(matrixOf(shot), centre);
  return framingOf(size, { x: x / 1000, y: y / 1000, width: width / side, height: height / side });
}
