import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import type { Mood } from "../../stage/mood.ts";
import type { SideForm } from "../../stage/recent-form.ts";
import type { Camera } from "./course.ts";
import type { Step } from "./paint/podium.ts";

/*
 * The rooms of the race: `race-story.ts` and `race.ts` say where every ball is at a time, `race-moment.ts`
 * what a viewer is to notice of it, `scenes/bigsixball.ts` what the phases of a round make of that. All
 * of it ends in the plain numbers below, which `race-table.ts` and its parts draw.
 */

/** What is seen of one ball. */
export interface BallShown {
  /** 0 at the gate, 1 on the finish line. */
  at: number;
  /** From 0; between whole numbers while it changes lanes. */
  lane: number;
  /** How far it is pushed out of the middle of its lane, in lanes. */
  sway: number;
  /** Height of a hop, 0 to 1. */
  lift: number;
  /** How visible the name beside the gate is, 0 to 1. */
  name: number;
  /** It is drawn into its lane: how far that is flooded by its colour, and lettered with its name, 0 to 1. */
  drawn: number;
  named: number;
  /** Its cell on the list, from 0, and how far it is on its way to or from another, -1 to 1. */
  row: number;
  away: number;
  /** How far it is the leader on its way, 0 to 1: its name goes ahead of it. */
  lead: number;
  /** Its place on the podium, 1 to 3; 0 for none. */
  step: Step | 0;
  /** How far it is on its way up there, 0 to 1, and how flat it is pressed as it lands. */
  up: number;
  squash: number;
  /** Hundredths of a second behind the leader. */
  gap: number;
  /** Its place at the end, from 1; 0 while that is not known. */
  rank: number;
  /** How far the flag with its place has come in, 0 to 1. */
  flag: number;
  /** How brightly its lane is lit in its colour as far as it has come, 0 to 1. */
  wake: number;
  /** How fast it is, 0 to 1: every ball draws a little light behind it. */
  speed: number;
  /** How long a trail of light it draws beyond that, 0 to 1. */
  trail: number;
}

/** Dust where one ball passes another so closely that they touch. */
export interface Spark {
  along: number;
  lane: number;
  alpha: number;
  spread: number;
}

/** What is seen of a race while it is run. Balls in the order of the sides. */
export interface RaceRun {
  balls: readonly BallShown[];
  /** Where two balls touch at present, how brightly, and how far the dust has flown, 0 to 1. */
  spark: Spark;
  /** 0 shut, 1 lifted out of the way. */
  gate: number;
  /** 0 while the list is one of teams, 1 once it is one of ranks. */
  ranked: number;
  /** Start lamps: how far their board is up, 0 to 1, and how many are lit. */
  lamps: { up: number; lit: number };
  /** Whether all are in: their gaps are known to the hundredth. */
  settled: boolean;
  /** Where on the course the lamp is, and how bright, 0 to a little over 1. */
  crowd: { along: number; alpha: number };
  camera: Camera;
  /** How far time is seen to be slowed, 0 to 1, and where the heartbeat of it is, 0 to 1. */
  slow: number;
  beat: number;
  /** How dark it is around the line, 0 to 1. */
  dimming: number;
  /** The camera on the line, 0 to 1, and its picture, 0 to 1. */
  flash: number;
  photo: number;
  /** How far the words that name the race's story are up, 0 to 1. */
  story: number;
}

/** What is seen of a race in any phase. */
export interface RaceShown extends RaceRun {
  drama: RaceKind | "none";
  /** How far the podium has risen, how dark it is behind it, and its rays, 0 to 1. */
  podium: number;
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
