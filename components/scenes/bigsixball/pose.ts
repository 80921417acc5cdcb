import type { Point3 } from "../../stage/plates.ts";
import type { CloseUp, Shot } from "./shots.ts";

/*
 * The race's modules: `courses.ts` defines the course. `field.ts`, `race-jostle.ts` and `race.ts` compute every
 * marble's position at a given time, and `race-ranking.ts` the order. `race-so-far.ts` limits the race to what a viewer
 * already knows. `race-run.ts` picks the cameras, and `scene.ts` adds the other phases of a round. The result is a
 * `RacePose`, which `table.ts` draws on the studio's plates.
 */

export interface MarblePose {
  /** The marble's centre in the world. */
  at: Point3;
  /** Direction of rolling, in radians clockwise from the ground's rightward axis. */
  heading: number;
  /** Angle that the marble has rolled, in radians. */
  rolled: number;
  /** 0 in the hold behind the gate, otherwise 1. */
  opacity: number;
  /** Depth below the ring through which the marble rises, in marble widths; negative in the air. */
  sunk: number;
  /** Position along the course: 0 at the gate, 1 on the line. */
  along: number;
  /** Speed; 1 is the pace of the field. */
  speed: number;
}

/** Marbles are in the order of the sides. */
export interface Leaderboard {
  /** Each marble's row, from 0. */
  rows: readonly number[];
  /** Gap to the leader, in hundredths of a second. */
  gaps: readonly number[];
  /** Whether all marbles have finished, so that the gaps are final. */
  isSettled: boolean;
}

/** The sides that are introduced, from the left, with their past results. */
interface Portrait extends CloseUp {
  sides: readonly number[];
  forms: readonly (readonly number[])[];
}

/** The race at one moment. Marbles are in the order of the sides. */
export interface RacePose {
  shot: Shot;
  /** The point followed by the camera in boxes smaller than the shot. */
  centre: Point3 | null;
  marbles: readonly MarblePose[];
  /** A marble without a team that shows the course before a race. */
  pace: MarblePose | null;
  /** Null while the order is unclear or no race is running. */
  leaders: Leaderboard | null;
  /** Key of the text about the kind of race; null until viewers can see it. */
  story: string | null;
  /** Whether the picture is frozen at the line, with the gap between the first two in large type. */
  isFrozen: boolean;
  portrait: Portrait | null;
  /** Zoom of the camera; 1 is normal. */
  zoom: number;
  /** The crowd's hops, which can cheer one side. */
  hops: { ms: number; loud: number; side: number | null };
  /** Light on the winner, 0 to 1. */
  light: number;
  /** The sides on the podium that are already named, best first. */
  best: readonly number[];
  /** Whether the marbles wait in their lanes, while bets are open. */
  areMarblesInLanes: boolean;
  hasBet: readonly boolean[];
  lamps: number;
  /** How far the gate is open, 0 to 1. */
  gate: number;
  /** Progress of the camera flash at the finish, 0 to 1. */
  flash: number;
  /** Progress of the podium, 0 to 1. */
  risen: number;
  /** How close two marbles are to touching, 0 to 1. */
  touch: number;
  touchAt: Point3 | null;
}
