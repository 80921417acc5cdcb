import { GRID_FOCUS } from "../../../src/games/bigsixball/grid.ts";
import type { CameraMatrix, Focus, Framing, Point3 } from "../../stage/plates.ts";
import { framingOf, PLATE, project } from "../../stage/plates.ts";
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
  grid: GRID_FOCUS,
  plinth: { x: 0.66, y: 0.5, width: 0.66, height: 0.44 },
};

/** So much larger than its plate's middle a shot is seen, whose marbles would be small. */
const CLOSER: Readonly<Partial<Record<Shot, number>>> = {
  wave: 1.12,
  snake: 1.25,
  neck: 1.35,
  pegs: 1.2,
  straight: 1.25,
  finish: 1.2,
};
/** In a wide box the list of leaders lies to the left: what is followed is so far to the right, as a share of its width. */
const ASIDE = 0.1;

/** Every box shows a shot at least as large as this share of its plate's height fills it, tall ones more; small ones see less. */
const [BAND, TALL_BAND] = [0.45, 0.6] as const;
const LEAST = { px: 620, boxes: 1.5 } as const;

/** The framing of a shot in a box; `centre` is the point that it follows. */
export function framingIn(size: Size, shot: Shot, centre: Point3 | null): Framing {
  const still = STILL[shot];
  if (still || centre === null) {
    return framingOf(size, still ?? { x: 0.5, y: 0.5, width: 1, height: BAND });
  }
  const { width, height } = size;
  const isWide = width > 1.4 * height;
  const band = isWide ? BAND : TALL_BAND;
  const full = Math.max(width, height / band) * (CLOSER[shot] ?? 1);
  const side = Math.max(full, Math.min(LEAST.px, LEAST.boxes * width));
  const { x, y } = project(matrixOf(shot), centre);
  const aside = isWide ? (ASIDE * width) / side : 0;
  return framingOf(size, {
    x: x / PLATE - aside,
    y: y / PLATE,
    width: width / side,
    height: height / side,
  });
}
