import type { SideForm } from "../../../src/hud/table/recent-form.ts";
import type { Point3 } from "../../stage/plates.ts";
import type { Close, Shot } from "./look.ts";

/*
 * The rooms of the race: `path.ts` and `courses.ts` are what is run on, `field.ts` and `race.ts` say where every
 * marble is at a time, `race-list.ts` how they are ranked, `race-seen.ts` what a viewer has seen of that, `race-run.ts`
 * what is shown of it and by which camera, and `scene.ts` what the phases of a round make of that. The result is
 * the plain numbers below, which `table.ts` draws on the plates of the studio.
 */

/** What is seen of one marble. */
export interface MarblePose {
  /** Its middle in the world. */
  at: Point3;
  /** Where it rolls to, in radians clockwise from the right of the ground, and how far it has rolled, in radians. */
  heading: number;
  rolled: number;
  /** How far it is in sight, 0 to 1: not in the house behind the gate. */
  seen: number;
  /** How deep it is beneath the ring that it is raised through, in widths; below 0 it is above it, in the air. */
  sunk: number;
  /** 0 at the gate, 1 on the line; and how fast it is, 1 at the pace of the field. */
  along: number;
  speed: number;
}

/** The list of leaders: the row of each marble, and hundredths of a second behind the first. */
export interface Leaders {
  rows: readonly number[];
  gaps: readonly number[];
  /** Whether all are in: gaps are times. */
  isSettled: boolean;
}

/** The sides that are introduced, from the left, and what each has done before. */
interface Portrait extends Close {
  sides: readonly number[];
  forms: readonly (SideForm | null)[];
}

/** What is seen of a race at a moment. Marbles in the order of the sides. */
export interface RacePose {
  shot: Shot;
  /** What the shot follows in boxes that do not show all of it. */
  centre: Point3 | null;
  marbles: readonly MarblePose[];
  /** Null while the eye cannot tell, and where nothing is run. */
  leaders: Leaders | null;
  /** What kind of a race it is, as its lettering has it: once everybody has seen it. */
  story: string | null;
  /** Whether the picture is frozen on the line: the gap between the first two is written large. */
  isFrozen: boolean;
  portrait: Portrait | null;
  /** How much closer than usual the camera is. */
  zoom: number;
  /** How the crowd hops: for one side most of all, or for none. */
  hops: { ms: number; loud: number; side: number | null };
  /** How far the light is on the winner, 0 to 1. */
  light: number;
  /** Who stands on the plinth, best first; nobody before that is said. */
  best: readonly number[];
  /** Which marbles wait in the lanes of their sides: their names lie before them, and bets. */
  areHome: boolean;
  /** Which marbles the player has bet on. */
  own: readonly boolean[];
  /** How many lamps are lit. */
  lamps: number;
  /** How far the gate is open, the first is over the line, and the best are up, 0 to 1. */
  gate: number;
  flash: number;
  risen: number;
  /** How near any two come to a touch, 0 to 1, and where that is. */
  touch: number;
  touchAt: Point3 | null;
}
