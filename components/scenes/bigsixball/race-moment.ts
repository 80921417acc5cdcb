import { raceKindOf } from "../../../src/games/bigsixball/race-kind.ts";
import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import type { Play } from "../../stage/scene.ts";
import { clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { WHOLE_COURSE } from "./course.ts";
import type { Camera } from "./course.ts";
import { jostle, NO_SPARK, SINCE_MS } from "./jostle.ts";
import type { BallShown, RaceRun } from "./race-shown.ts";
import { listAt, raceOf } from "./race.ts";
import type { Run } from "./race.ts";
import { RACE_MS } from "./times.ts";

/** What a game with a race says of its outcome. */
interface RaceOutcome {
  /** The rank of each side, 1 being first. */
  readonly result_map: Readonly<Record<string, number>>;
  /** The sides' indices in the order of the lanes. */
  readonly team_order: readonly number[];
}

type View = Play<RaceOutcome>;

/** A ball at the gate, in the lane of its side. */
const atGate = (lane: number): BallShown => ({
  at: 0,
  lane,
  sway: 0,
  lift: 0,
  name: 1,
  drawn: 0,
  named: 0,
  row: lane,
  away: 0,
  lead: 0,
  step: 0,
  up: 0,
  squash: 0,
  gap: 0,
  rank: 0,
  flag: 0,
  wake: 0,
  speed: 0,
  trail: 0,
});

/** Where on the course the lamp is while bets are taken: over the names. */
export const GATE_LAMP = 0.3;

const NO_RACE: Omit<RaceRun, "balls"> = {
  spark: NO_SPARK,
  ranked: 0,
  lamps: { up: 0, lit: 0 },
  gate: 0,
  settled: false,
  crowd: { along: GATE_LAMP, alpha: 1 },
  camera: WHOLE_COURSE,
  slow: 0,
  beat: 0,
  dimming: 0,
  flash: 0,
  photo: 0,
  story: 0,
};

/** What a state says of its race. Ranks, lanes and runs in the order of the sides. */
interface Entries {
  ranks: number[];
  lanes: number[];
  kind: RaceKind;
  runs: Run[];
}

/** Laid out once for each state: it is asked for in every frame. */
const known = new WeakMap<View["state"], Entries>();

/** The race of a state; null while the state has no ranking. */
export function entriesOf(view: View): Entries | null {
  return known.get(view.state) ?? layOut(view);
}

function layOut(view: View): Entries | null {
  const { result_map, team_order, phase, round } = view.state;
  if (!result_map || !team_order || phase === "betting") {
    return null;
  }
  const ranks = view.board.sides.map((side) => result_map[side.id] ?? 0);
  const lanes = view.board.sides.map((_, i) => team_order.indexOf(i));
  const runs = raceOf(round, ranks, lanes);
  const entries = { ranks, lanes, kind: raceKindOf(round, ranks), runs };
  known.set(view.state, entries);
  return entries;
}

/** How far the camera draws back at the end: the print of a photo finish has room before the line's flags. */
const DRAWN_BACK = 0.24;
/** So far before the line the camera that goes with the leader begins to come to rest. */
const SLOWS = 0.06;

/** What the camera follows when the leader is so far: it comes to rest with the line before it. */
function followed(lead: number): number {
  if (lead <= 1 - SLOWS) {
    return lead;
  }
  return lead >= 1 + SLOWS ? 1 : 1 - (1 + SLOWS - lead) ** 2 / (4 * SLOWS);
}

/** Close to the gates for the launch, along with the leader to the line, and back again when all are in. */
function cameraAt(lead: number, ms: number): Camera {
  const back = easeInOut(progress(ms, RACE_MS.back.at, RACE_MS.back.length));
  const push = easeInOut(progress(ms, RACE_MS.pushAt, RACE_MS.push));
  return {
    zoom: easeInOut(clamp01((lead - 0.58) / 0.3)) - DRAWN_BACK * back,
    push,
    clear: back,
    close: push * (1 - easeInOut(progress(ms, RACE_MS.launchAt, RACE_MS.push))),
    along: followed(lead),
  };
}

/** When the nth place is in, from 1. */
function inAtMs(runs: readonly Run[], place: number): number {
  return runs.map((run) => run.finishMs).toSorted((a, b) => a - b)[place - 1] ?? 0;
}

/** The crowd's light, the dimming at the line and the camera: the staging of the race. */
function dramaAt(kind: RaceKind, runs: readonly Run[], places: readonly number[], ms: number) {
  const lead = Math.max(...places);
  const firstMs = inAtMs(runs, 1);
  const following = easeInOut(progress(ms, RACE_MS.launchAt, RACE_MS.list));
  const isPhoto = kind === "photo";
  const photo = isPhoto ? easeOut(progress(ms, photoAtMs(runs), RACE_MS.photo)) : 0;
  const flash = progress(ms, firstMs, RACE_MS.flash);
  const slow = isPhoto
    ? clamp01((lead - 0.9) / 0.02) * (1 - progress(ms, inAtMs(runs, 3), RACE_MS.slow))
    : 0;
  return {
    crowd: {
      along: lerp(GATE_LAMP, Math.min(1, lead), following),
      alpha: lerp(1, kind === "runaway" ? 1.2 : 1, following),
    },
    camera: cameraAt(lead, ms),
    slow,
    beat: slow > 0 ? (ms / RACE_MS.beat) % 1 : 0,
    dimming: isPhoto
      ? 0.5 * clamp01((lead - 0.86) / 0.06) * (1 - easeInOut(progress(ms, firstMs, RACE_MS.photo)))
      : 0,
    // One flash, on and off: the camera of a photo finish is the brightest.
    flash: flash < 0.15 ? 0 : (isPhoto ? 1 : 0.45) * (1 - flash) * (flash < 1 ? 1 : 0),
    photo,
    // The picture of a photo finish has its name on it.
    story: isPhoto ? 0 : easeOut(progress(ms, firstMs + RACE_MS.storyAfter, RACE_MS.photo)),
  };
}

function photoAtMs(runs: readonly Run[]): number {
  return inAtMs(runs, 3) + RACE_MS.photoAfter;
}

/** When a ball's place is shown: as it is in, or by the photo where the eye could not see it. */
function knownAtMs({ kind, runs, ranks }: Entries, ball: number): number {
  return kind === "photo" && (ranks[ball] ?? 0) <= 3
    ? photoAtMs(runs) + RACE_MS.photo
    : (runs[ball]?.finishMs ?? 0) + RACE_MS.flagAfter;
}

/** Behind the gate, and out of sight, is where balls come from. */
export const BEHIND = -0.15;

/** A ball as the lanes are drawn: out of its own stall, and into that of its lane, whose light it brings. */
function drawnAt(ball: number, lane: number, ms: number) {
  const left = progress(ms, RACE_MS.lineUpAt, RACE_MS.leave);
  const comesMs = RACE_MS.drawAt + lane * RACE_MS.drawEvery;
  const flood = easeOut(progress(ms, comesMs + RACE_MS.floodAfter, RACE_MS.flood));
  const ebb = easeInOut(progress(ms, RACE_MS.floodedUntil, RACE_MS.ebb));
  return {
    behind:
      left < 1
        ? BEHIND * easeIn(left)
        : BEHIND * (1 - easeOut(progress(ms, comesMs, RACE_MS.draw))),
    lane: left < 1 ? ball : lane,
    drawn: flood * (1 - ebb),
    named: flood * (1 - progress(ms, RACE_MS.namedUntil, RACE_MS.name)),
  };
}

/** The lamps over the gate come on one by one, and go out as the first ball is off. */
function lampsAt(ms: number): RaceRun["lamps"] {
  const on = Math.floor((ms - RACE_MS.lampAt) / RACE_MS.lampEvery) + 1;
  return {
    up:
      progress(ms, RACE_MS.lampAt - RACE_MS.name, RACE_MS.name) *
      (1 - progress(ms, RACE_MS.namedUntil, RACE_MS.name)),
    lit: on > 3 ? 0 : Math.max(0, on),
  };
}

/** The race of a view at a moment of phase `revealing`. */
export function raceAt(view: View, ms: number): RaceRun {
  const entries = entriesOf(view);
  if (!entries) {
    return { balls: view.board.sides.map((_, i) => atGate(i)), ...NO_RACE };
  }
  const { ranks, lanes, kind, runs } = entries;
  const ranked = easeInOut(progress(ms, RACE_MS.launchAt + RACE_MS.list, RACE_MS.list));
  const places = runs.map((run) => run.at(ms));
  const list = listAt(runs, ms);
  const before = runs.map((run) => run.at(ms - SINCE_MS));
  const { sways, spark } = jostle(lanes, places, before);
  const drama = dramaAt(kind, runs, places, ms);
  const isFlying = kind === "runaway" || kind === "comeback";
  return {
    balls: places.map((at, i): BallShown => {
      const { behind, lane, drawn, named } = drawnAt(i, lanes[i] ?? i, ms);
      const knownMs = knownAtMs(entries, i);
      const place = list.places[i] ?? { row: i, away: 0 };
      const { row } = place;
      const lead = ranked * (row === 0 ? 1 - Math.abs(place.away) : 0);
      const near = clamp01((0.86 - at) / 0.04);
      const lit = Math.max(0.28 * near, 0.5 * drama.slow);
      // At the end the winner's lane alone.
      const won = ranks[i] === 1 ? progress(ms, RACE_MS.back.at, RACE_MS.name) : 0;
      return {
        at: at + behind,
        lane,
        sway: sways[i] ?? 0,
        lift: 0,
        // A name goes before its ball does, and comes again in the lane that is drawn.
        name: 1 - progress(ms, RACE_MS.lineUpAt - RACE_MS.name, RACE_MS.name),
        drawn,
        named,
        ...place,
        lead: lead * near,
        step: 0,
        up: 0,
        squash: 0,
        gap: list.gaps[i] ?? 0,
        rank: ms >= knownMs ? (ranks[i] ?? 0) : 0,
        flag: easeOut(progress(ms, knownMs, RACE_MS.flag)),
        // Where time is slowed its lane shows the leader, and nothing else does.
        wake: clamp01(at * 8) * (0.42 - 0.12 * drama.slow + lead * lit + 0.36 * won),
        speed: at < 1.02 ? clamp01((at - (before[i] ?? 0)) / 0.016) : 0,
        // The one that runs away from the field, or through it, draws a trail from half-way on.
        trail:
          isFlying && ranks[i] === 1
            ? clamp01((at - 0.42) / 0.14) * clamp01((1.03 - at) / 0.03)
            : 0,
      };
    }),
    spark,
    ranked,
    lamps: lampsAt(ms),
    settled: list.settled,
    gate: easeInOut(progress(ms, RACE_MS.launchAt - RACE_MS.gate, RACE_MS.gate)),
    ...drama,
  };
}
