import { still as GRID_FOCUS } from "../../../src/games/bigsixball/still.ts";
import type { Focus } from "../../../src/games/contract.ts";
import type { CameraMatrix, Framing, Point3 } from "../../stage/plates.ts";
import { byName, cameraAxes, fitFraming, PLATE, project } from "../../stage/plates.ts";
import type { Size } from "../../stage/scene.ts";
import { MARBLE } from "./courses.ts";

/**
 * The race's shots, each a studio plate: the gate, eight along the course, the podium (`plinth`), and one more for
 * portraits.
 */
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
  "line",
] as const;
export type Shot = (typeof SHOTS)[number];

interface Exported {
  matrix: CameraMatrix;
  lamps?: readonly Point3[];
  /** The podium tops, first place first. */
  tops?: readonly Point3[];
  /** The empty seats for animated spectators, each with its side. */
  fans?: readonly (readonly [x: number, y: number, z: number, side: number])[];
}

const exported = byName(
  import.meta.glob<Exported>("../../../src/games/bigsixball/plates/*.json", { eager: true }),
);

export const pictures = byName(
  import.meta.glob<string>("../../../src/games/bigsixball/plates/*.avif", {
    eager: true,
    query: "?url",
    import: "default",
  }),
);

export const matrixIn = (shot: Shot): CameraMatrix => exported[shot]?.matrix ?? [];
export const LAMPS: readonly Point3[] = exported["grid"]?.lamps ?? [];
export const TOPS: readonly Point3[] = exported["plinth"]?.tops ?? [];
export const shotFans = (shot: Shot) => exported[shot]?.fans ?? [];

/** The part of a still shot that is always visible. */
const STILL: Readonly<Partial<Record<Shot, Focus>>> = {
  grid: GRID_FOCUS,
  plinth: { x: 0.505, y: 0.53, width: 0.66, height: 0.4 },
};

/** Zoom of the shots in which marbles would be small. */
const ZOOM: Readonly<Partial<Record<Shot, number>>> = {
  wave: 1.2,
  hairpin: 1.25,
  bend: 1.15,
  snake: 1.25,
  neck: 1.35,
  pegs: 1.2,
  straight: 1.5,
  finish: 1.35,
};
/**
 * Distance of the followed point below the centre, as a fraction of the box's height, so that the crowd stays visible.
 */
const LOWER: Readonly<Partial<Record<Shot, number>>> = { straight: 0.14, finish: 0.12, line: 0.1 };

/** Maximum visible fraction of a plate's height in a wide box. */
const BAND = 0.45;
/** Maximum visible fraction of a plate's height in a tall box. */
const TALL_BAND = 0.6;
/** Minimum size of a plate: the lesser of `px` CSS pixels and `boxes` widths of the box. */
const MIN_PLATE = { px: 620, boxes: 1.5 } as const;

/** A marble's width at a point on a plate, in plate units. */
export function widthAt(matrix: CameraMatrix, at: Point3): number {
  const { up } = cameraAxes(matrix);
  const top: Point3 = [at[0] + up[0] * MARBLE, at[1] + up[1] * MARBLE, at[2] + up[2] * MARBLE];
  return project(matrix, at).y - project(matrix, top).y;
}

export interface CloseUp {
  /** The marble's size, as a fraction of the box. */
  size: number;
  /** Distance to the right of the centre, as a fraction of the box's width. */
  offsetX: number;
}

/** A portrait fits into the box's height, and into this fraction of its width. */
const PORTRAIT_WIDTH = 0.8;
/** Distance of a portrait above the centre, as a fraction of the box's height. */
const PORTRAIT_UP = 0.09;

/** The gate's framing in a box, with the betting places in its lanes. */
export const lanesFraming = (size: Size): Framing =>
  fitFraming(size, { x: 0.57, y: 0.44, width: 0.76, height: 0.5, keepsFoot: true });

/** A shot's framing in a box; `centre` is the point that the camera follows, `nearer` the zoom on it. */
export function framingIn(
  size: Size,
  shot: Shot,
  centre: Point3 | null,
  portrait: CloseUp | null = null,
  nearer = 1,
): Framing {
  const still = STILL[shot];
  if (portrait && centre) {
    const { x, y } = project(matrixIn(shot), centre);
    const room = Math.min(size.height, size.width * PORTRAIT_WIDTH);
    const side = (portrait.size * room * PLATE) / widthAt(matrixIn(shot), centre);
    return fitFraming(size, {
      x: x / PLATE - (portrait.offsetX * size.width) / side,
      y: y / PLATE + (PORTRAIT_UP * size.height) / side,
      width: size.width / side,
      height: size.height / side,
    });
  }
  if (still || centre === null) {
    return fitFraming(size, still ?? { x: 0.5, y: 0.5, width: 1, height: BAND });
  }
  const { width, height } = size;
  const isWide = width > 1.4 * height;
  // A narrow box is already close, and should show the whole pack.
  const zoom = ((ZOOM[shot] ?? 1) - 1) * (isWide ? 1 : 0.4) + 1;
  const full = Math.max(width, height / (isWide ? BAND : TALL_BAND)) * zoom;
  const side = nearer * Math.max(full, Math.min(MIN_PLATE.px, MIN_PLATE.boxes * width));
  const { x, y } = project(matrixIn(shot), centre);
  return fitFraming(size, {
    x: x / PLATE,
    y: y / PLATE - ((LOWER[shot] ?? 0) * height) / side,
    width: width / side,
    height: height / side,
  });
}
