import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import type { SideForm } from "../../../src/hud/table/recent-form.ts";
import type { Mood } from "../../stage/mood.ts";
import type { Camera, Point } from "./course.ts";
import type { Step } from "./paint/podium.ts";

/*
 * The rooms of the race: `path.ts` and `courses.ts` are what is run on, `field.ts` and `race.ts` say where every
 * ball is at a time, `race-list.ts` how they are ranked, `race-seen.ts` what a viewer has seen of that,
 * `race-moment.ts` and `camera.ts` what is lit, named and looked at of it, and `scene.ts` what the phases of a
 * round make of that. All of it ends in the plain numbers below, which `table.ts` and its parts draw.
 */

/** What is seen of one ball. */
export interface BallShown extends Point {
  /** 0 at the gate, 1 on the finish line. */
  at: number;
  /** How far it has rolled from the gate, in widths of a ball. */
  far: number;
  /** Its stall at the gate, from 0. */
  lane: number;
  /** Where it rolls to, in radians, clockwise from the right. */
  heading: number;
  /** How far it is in sight, 0 to 1: not in a tube. */
  seen: number;
  /** How visible its name is in its stall, 0 to 1. */
  name: number;
  /** Its cell on the list, from 0, and how far it is on its way to or from another, -1 to 1. */
  row: number;
  away: number;
  /** How far it is the leader on its way, 0 to 1: its name goes with it. */
  lead: number;
  /** Its place on the podium, 1 to 3; 0 for none. */
  step: Step | 0;
  /** How far it is on its way up there, 0 to 1, and how flat it is pressed as it lands. */
  up: number;
  squash: number;
  /** How far its name is written on its step, 0 to 1: not before it stands there. */
  titled: number;
  /** Hundredths of a second behind the leader. */
  gap: number;
  /** Its place at the end, from 1; 0 while that is not known. */
  rank: number;
  /** How fast it is: 1 at the pace of the field, more where it gets away. */
  speed: number;
}

/** What is seen of a race while it is run. Balls in the order of the sides. */
export interface RaceRun {
  /** Which course it is run on, from 0. */
  course: number;
  /** The story of the race, once its replay was seen. */
  drama: RaceKind | "none";
  balls: readonly BallShown[];
  /** 0 shut, 1 open. */
  gate: number;
  /** How far the list of leaders is up, 0 to 1: not while the eye cannot tell who leads. */
  ranked: number;
  /** How far words say in its place that it cannot, 0 to 1. */
  doubt: number;
  /** Start lamps: how far their board is up, 0 to 1, and how many are lit. */
  lamps: { up: number; lit: number };
  /** Whether all are in: their gaps are known to the hundredth. */
  settled: boolean;
  /** Where the lamp is, and how bright, 0 to a little over 1. */
  lamp: Point & { alpha: number };
  camera: Camera;
  /** How dark it is around the line, 0 to 1, before a finish that the eye cannot tell. */
  dimming: number;
  /** The first is over the line, 0 to 1: what is heard of it. */
  flash: number;
}

/** What is seen of a race in any phase. */
export interface RaceShown extends RaceRun {
  /** How far the words that name the race's story are up, 0 to 1. */
  story: number;
  /** How far the podium has risen, how dark it is behind it, and its rays, 0 to 1. */
  podium: number;
  /** How far the podium is rolled away, 0 to 1. */
  gone: number;
  veil: number;
  rays: number;
  /** The winner's light, 0 to 1. */
  light: number;
  form: readonly (SideForm | null)[];
  /** How far the celebration of the result has run, 0 to 1. */
  celebration: number;
  /** For how long the winner has stood in its rays, in seconds. */
  shine: number;
  mood: Mood;
}
