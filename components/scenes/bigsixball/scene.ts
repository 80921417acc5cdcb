import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { hasOwnBet } from "../../stage/bets/visible-bets.ts";
import { clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../../stage/easing.ts";
import { revealStretch } from "../../stage/pacing.ts";
import { cameraAxes } from "../../stage/plates.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { MARBLE, worldAt } from "./courses.ts";
import { kindFromFinish } from "./finish-gaps.ts";
import type { MarblePose, RacePose } from "./pose.ts";
import { listAt, rankRows } from "./race-ranking.ts";
import { HOLD, inStall, IDLE, paceAt, raceIn, raceRunAt, rolledIn, SEATED } from "./race-run.ts";
import { fieldForRound } from "./race.ts";
import type { Race } from "./race.ts";
import { matrixIn, TOPS } from "./shots.ts";
import type { CloseUp, Shot } from "./shots.ts";
import { raceTable } from "./table.ts";
import { RACE_MS, raceMsAt, RESULT_MS, WAITING_MS } from "./times.ts";

type View = Play<BigSixBallOutcome>;

const stretch = (view: View): number => revealStretch(view, RACE_MS.phase);

const lineUp = (view: View): MarblePose[] => view.sides.map((_, i) => inStall(i, 0));

const hiddenMarble = (lane: number): MarblePose => inStall(lane, HOLD);

/** The depth at which a ring hides its marble, in widths. */
const DEEP = 1.5;

function sunkBy(marble: MarblePose, sunk: number): MarblePose {
  const [x, y, z] = marble.at;
  return { ...marble, at: [x, y, z - sunk * MARBLE], sunk, opacity: sunk < DEEP ? 1 : 0 };
}

/** Height from which a marble falls onto the podium, in widths, and the fraction of the time in which it does. */
const FALL = { height: 5, until: 0.36 } as const;
/** The bounces that follow: start and end as fractions of the time, and height in widths. */
const BOUNCES = [
  [0.36, 0.7, 0.5],
  [0.7, 0.9, 0.16],
  [0.9, 1, 0.05],
] as const;

function fallAt(share: number): number {
  return BOUNCES.reduce(
    (up, [from, until, height]) => {
      const t = progress(share, from, until - from);
      return up + 4 * height * t * (1 - t);
    },
    FALL.height * (1 - easeIn(progress(share, 0, FALL.until))),
  );
}

/** How a rising marble overshoots and settles: its decay, and its swing in radians, in the time of its rise. */
const OVERSHOOT = { decay: 4.5, swing: 5.5 } as const;

/** A rising marble's depth, in widths. */
const deepAt = (share: number) =>
  share === 1 ? 0 : DEEP * Math.exp(-OVERSHOOT.decay * share) * Math.cos(OVERSHOOT.swing * share);

/** Heading relative to the camera, and roll, that turn the number towards the camera; in radians. */
const FACING_HEADING = 0.7;
const FACING_ROLL = 0.45;

/** A marble with its number towards the camera, rotated about the vertical by an angle in radians. */
function facing(shot: Shot, at: MarblePose["at"], turned: number): MarblePose {
  const [x, y] = cameraAxes(matrixIn(shot)).back;
  return {
    ...hiddenMarble(0),
    at,
    heading: Math.atan2(-y, x) + FACING_HEADING + turned,
    rolled: FACING_ROLL,
    opacity: 1,
  };
}

/** A marble's position on a podium block; 0 is the highest. */
function topAt(block: number): MarblePose["at"] {
  const [x = 0, y = 0, z = 0] = TOPS[block] ?? [];
  return [x, y, z + MARBLE * (0.5 - SEATED)];
}

function pose(view: View, elapsedMs: number): RacePose {
  const { bets, takesPresses, sides } = view;
  const isOwn = (team: string) =>
    bets !== undefined && hasOwnBet(bets, { market: "winner", teams: [team] });
  const hasBet = bets || takesPresses ? sides.map(({ id }) => isOwn(id)) : [];
  return { ...raceAt(view, elapsedMs), hasBet };
}

function raceAt(view: View, elapsedMs: number): RacePose {
  const race = raceIn(view);
  const { phase } = view.state;
  if (race === null) {
    return bettingAt(view, elapsedMs);
  }
  switch (phase) {
    case "revealing":
      return raceRunAt(race, raceMsAt(elapsedMs / stretch(view)));
    case "result":
      return resultAt(race, Math.min(elapsedMs, RESULT_MS.over));
    default:
      return waitingAt(view, race, elapsedMs);
  }
}

const betsMs = ({ closesAtMs, betMs }: View) => closesAtMs ?? betMs ?? 33_000;

/** Share of the betting time in which the marbles are raised. */
const RAISE_SHARE = 0.145;
/**
 * When the first marble rises, how much later each further marble does, and the length of a rise, as fractions of the
 * time in which all are raised.
 */
const RISES = { from: 0.04, later: 0.125, length: 0.24 } as const;
/** Share of the betting time for a portrait of one marble, and of two. */
const PORTRAIT_SHARES = [0.1, 0.16] as const;
/** Share of the betting time for the pace marble. The rest shows the grid. */
const TOUR_SHARE = 0.17;
/** Interval at which the portraits and the grid, which move slowly, are drawn, in ms; it spares a phone's battery. */
const SLOW_STEP_MS = 100;
/** Time to raise all marbles if players bet on the picture, in ms. */
const QUICK_RAISE_MS = 900;

/** When the pace marble enters the picture by round, as a race time in ms. */
const TOUR_STARTS_MS = [7_700, 4_200, 5_900] as const;
const PACE_ZOOM = 1.25;
/** Zoom added during the grid. */
const EXTRA_ZOOM = 0.08;

interface Look extends CloseUp {
  shot: Shot;
  at: readonly [MarblePose["at"], ...MarblePose["at"][]];
  /** Rotation at the start and the end, in radians. */
  from: number;
  to: number;
}
const past = (across: number, distance = 131.4) => worldAt(distance, across);
const LOOKS = {
  top: { shot: "plinth", at: [topAt(0)], size: 0.34, offsetX: 0.1, from: 1, to: -0.25 },
  block: { shot: "plinth", at: [topAt(1)], size: 0.36, offsetX: -0.1, from: -1.1, to: 0.3 },
  line: { shot: "line", at: [past(-0.5)], size: 0.54, offsetX: 0.12, from: -1, to: 0.2 },
  level: { shot: "line", at: [past(-1.2), past(0.3)], size: 0.4, offsetX: 0, from: -0.9, to: 0.1 },
  ahead: {
    shot: "line",
    at: [past(-1.4, 131.9), past(0.3, 130.9)],
    size: 0.4,
    offsetX: 0,
    from: 0.9,
    to: -0.1,
  },
} satisfies Readonly<Record<string, Look>>;
/** Portraits by round: pairs of rivals and single marbles, six marbles in total. */
const CASTS: readonly (readonly (keyof typeof LOOKS)[])[] = [
  ["ahead", "top", "level", "block"],
  ["line", "ahead", "top", "level"],
  ["level", "block", "ahead", "top"],
  ["top", "level", "block", "ahead"],
];
const PORTRAIT_ZOOM = 0.07;
/** How high the spectators hop during a portrait, relative to the result. */
const PORTRAIT_CHEER = 0.3;

const raisedAt = (view: View, share: number): MarblePose[] =>
  lineUp(view).map((marble, i) =>
    sunkBy(marble, deepAt(progress(share, RISES.from + i * RISES.later, RISES.length))),
  );

/** The picture during betting, which depends only on the round number. */
function bettingAt(view: View, elapsedMs: number): RacePose {
  const { state, bets, takesPresses, sides } = view;
  const grid = { ...IDLE, marbles: lineUp(view) };
  if (elapsedMs > QUICK_RAISE_MS) {
    // Computed now, while nothing moves, so that the start of the race does not stutter.
    fieldForRound(state.round);
  }
  // The camera stays still if players bet on the picture.
  if (bets !== undefined || takesPresses || state.phase !== "betting") {
    return state.phase === "betting"
      ? { ...grid, marbles: raisedAt(view, elapsedMs / QUICK_RAISE_MS) }
      : grid;
  }
  const share = elapsedMs / betsMs(view);
  if (share < RAISE_SHARE) {
    return { ...grid, marbles: raisedAt(view, share / RAISE_SHARE) };
  }
  const cast = (CASTS[state.round % CASTS.length] ?? []).map((name): Look => LOOKS[name]);
  const lookShare = ({ at }: Look) => PORTRAIT_SHARES[at.length - 1] ?? 0;
  // The pace marble runs before or after the portraits.
  const isFirst = state.round % 2 === 1;
  const tourAt = RAISE_SHARE + (isFirst ? 0 : cast.reduce((sum, look) => sum + lookShare(look), 0));
  if (share >= tourAt && share < tourAt + TOUR_SHARE) {
    const sinceMs = (share - tourAt) * betsMs(view);
    const marbles = sides.map((_, i) => hiddenMarble(i));
    const fromMs = TOUR_STARTS_MS[state.round % TOUR_STARTS_MS.length] ?? 0;
    return { ...grid, ...paceAt(state.round, fromMs + sinceMs), zoom: PACE_ZOOM, marbles };
  }
  const slowMs = Math.floor(elapsedMs / SLOW_STEP_MS) * SLOW_STEP_MS;
  const slowShare = slowMs / betsMs(view);
  let [from, first] = [RAISE_SHARE + (isFirst ? TOUR_SHARE : 0), state.round];
  for (const look of cast) {
    const portrayed = look.at.map((_, i) => (first + i) % sides.length);
    const done = (slowShare - from) / lookShare(look);
    if (done < 1) {
      return {
        ...grid,
        ...portraitAt(view, look, portrayed, done),
        hops: { ms: slowMs, loud: PORTRAIT_CHEER, side: portrayed[0] ?? null },
      };
    }
    [from, first] = [from + lookShare(look), first + portrayed.length];
  }
  return { ...grid, zoom: 1 + EXTRA_ZOOM * clamp01((1 - slowShare) / TOUR_SHARE) };
}

function portraitAt({ sides, form }: View, look: Look, portrayed: readonly number[], done: number) {
  const { shot, offsetX } = look;
  const marbles = look.at.map((at, i) =>
    facing(shot, at, lerp(look.from, look.to, done) * (i === 0 ? 1 : -1)),
  );
  const [one, other = one] = look.at;
  const middle = (axis: 0 | 1 | 2) => (one[axis] + other[axis]) / 2;
  return {
    shot,
    centre: [middle(0), middle(1), middle(2)] as const,
    marbles: sides.map((_, i) => marbles[portrayed.indexOf(i)] ?? hiddenMarble(i)),
    portrait: {
      sides: portrayed,
      forms: portrayed.map((side) => form?.[sides[side]?.id ?? ""] ?? []),
      size: look.size * (1 + PORTRAIT_ZOOM * done),
      offsetX,
    },
  };
}

/** A finished race's kind; null if it was an ordinary one. */
function raceStory({ runs, homeMs }: Race): RacePose["story"] {
  const [first, second] = runs.toSorted((a, b) => a.finishMs - b.finishMs);
  const behind = runs.filter((run) => run.at(homeMs) > (first?.at(homeMs) ?? 0)).length;
  const story = kindFromFinish((second?.finishMs ?? 0) - (first?.finishMs ?? 0), behind);
  return story === "none" ? null : story;
}

/** Times at the podium, in ms from its first picture. The camera zooms out to show all three marbles, then in. */
const PODIUM_MS = {
  rises: 400,
  lit: 500,
  cheers: 400,
  zoomOut: { from: 800, length: 1_000 },
  zoomIn: { from: 2_600, length: 1_700 },
} as const;
/** Zoom at the start, and added at the end. */
const PODIUM_ZOOM = { from: 1.5, added: 0.05 } as const;
/** How far a marble turns while it falls onto the podium, in radians. */
const FALL_TURN = 2.4;

/** The result: a replay of the finish, then the best three on the podium. */
function resultAt(race: Race, ms: number): RacePose {
  const firstMs = Math.min(...race.runs.map(({ finishMs }) => finishMs));
  const leaders = listAt(race, RACE_MS.over);
  if (ms < RESULT_MS.podiumAt) {
    const leftMs = Math.max(0, RESULT_MS.touchAt - ms);
    const isTouched = leftMs === 0;
    return {
      ...raceRunAt(race, firstMs - leftMs / RESULT_MS.slowdown),
      leaders: isTouched ? leaders : null,
      story: isTouched ? raceStory(race) : null,
      isFrozen: isTouched,
      flash: 1,
      touch: 0,
    };
  }
  const rows = rankRows(race.runs.map(({ finishMs }) => -finishMs));
  const { fallsAt: fallsAtMs, fallInterval: fallIntervalMs, fall: fallMs } = RESULT_MS;
  const { zoomOut, zoomIn } = PODIUM_MS;
  const sinceMs = ms - RESULT_MS.podiumAt;
  const downAt = (row: number) => progress(sinceMs, fallsAtMs + row * fallIntervalMs, fallMs);
  return {
    ...IDLE,
    shot: "plinth",
    marbles: rows.map((row) =>
      row < 3 && downAt(row) > 0
        ? sunkBy(
            facing("plinth", topAt(row), lerp(-FALL_TURN, 0, easeOut(downAt(row)))),
            -fallAt(downAt(row)),
          )
        : hiddenMarble(row),
    ),
    // The list would cover the third marble while it falls.
    leaders: downAt(2) === 1 ? leaders : null,
    best: [0, 1, 2].filter((row) => downAt(row) > FALL.until).map((row) => rows.indexOf(row)),
    areMarblesInLanes: false,
    flash: 1,
    risen: progress(sinceMs, 0, PODIUM_MS.rises),
    zoom:
      lerp(PODIUM_ZOOM.from, 1, easeInOut(progress(sinceMs, zoomOut.from, zoomOut.length))) +
      PODIUM_ZOOM.added * easeInOut(progress(sinceMs, zoomIn.from, zoomIn.length)),
    hops: {
      ms: sinceMs,
      loud: progress(sinceMs, fallsAtMs, PODIUM_MS.cheers),
      side: rows.indexOf(0),
    },
    light: easeInOut(progress(sinceMs, fallsAtMs, PODIUM_MS.lit)),
  };
}

/** The podium, the empty gate, and then the marbles of the next round, which roll in and sink. */
function waitingAt(view: View, race: Race, ms: number): RacePose {
  const { rollFrom: rollFromMs, until: rolledMs, sink: sinkMs } = WAITING_MS;
  if (ms < WAITING_MS.podiumUntil) {
    return resultAt(race, RESULT_MS.over + ms);
  }
  const share = progress(ms, rollFromMs, rolledMs - rollFromMs);
  const sunk = DEEP * easeIn(progress(ms, rolledMs, sinkMs));
  return {
    ...IDLE,
    marbles: view.sides.map((_, i) => sunkBy(rolledIn(i, share), sunk)),
    areMarblesInLanes: share === 1,
  };
}

/** The Big Six Ball scene: six marbles race down a course, and the best three fall onto the podium. */
export const scene: Scene<BigSixBallOutcome, RacePose> = {
  pose,
  restsAfterMs(view) {
    switch (view.state.phase) {
      case "revealing":
        return RACE_MS.restsAt * stretch(view);
      case "result":
        return RESULT_MS.over;
      case "waiting":
        return WAITING_MS.until + WAITING_MS.sink;
      default:
        return view.bets || view.takesPresses ? QUICK_RAISE_MS : betsMs(view);
    }
  },
  // A still picture shows the start of the home straight, which does not reveal the result.
  motionlessMs: (view) =>
    view.state.phase === "revealing" ? (raceIn(view)?.homeMs ?? 0) * stretch(view) : undefined,
  build: raceTable,
};
