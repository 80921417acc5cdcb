import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { hasOwnBet } from "../../stage/bets/shown.ts";
import { revealStretch } from "../../stage/pacing.ts";
import { eyeOf } from "../../stage/plates.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { MARBLE, worldAt } from "./courses.ts";
import { matrixOf, TOPS } from "./look.ts";
import type { Shot } from "./look.ts";
import type { MarblePose, RacePose } from "./pose.ts";
import { listAt, rowsOf } from "./race-list.ts";
import { entriesOf, HOUSE, inStall, NOTHING, raceRunAt, rolledIn, SEATED } from "./race-run.ts";
import type { Entries } from "./race-run.ts";
import { storyOf } from "./race-story.ts";
import { fieldOf } from "./race.ts";
import { RaceTable } from "./table.ts";
import { RACE_MS, raceMsAt, RESULT_MS, WAITING_MS } from "./times.ts";

type View = Play<BigSixBallOutcome>;

const stretch = (view: View): number => revealStretch(view, RACE_MS.phase);

const lineUp = (view: View): MarblePose[] => view.board.sides.map((_, i) => inStall(i, 0));

/** Nobody sees it: it is in the house. */
const away = (lane: number): MarblePose => inStall(lane, HOUSE);

/** The depth at which a ring hides its marble, in widths. */
const DEEP = 1.5;

/** The same marble, lower by some widths. */
function sunkBy(marble: MarblePose, sunk: number): MarblePose {
  const [x, y, z] = marble.at;
  return { ...marble, at: [x, y, z - sunk * MARBLE], sunk, seen: sunk < DEEP ? 1 : 0 };
}

/** The depth of a rising marble, in widths. It overshoots a little, and settles. */
const deepAt = (share: number) =>
  share === 1 ? 0 : DEEP * Math.exp(-4.5 * share) * Math.cos(5.5 * share);

/** A heading relative to the eye, and a roll, that turn the number to the camera. Radians. */
const [FACES, LEANS] = [0.7, 0.45] as const;

/** A marble with its number to the camera of a shot, turned about the vertical by an angle. */
function facing(shot: Shot, at: MarblePose["at"], turned: number): MarblePose {
  const [x, y] = eyeOf(matrixOf(shot)).back;
  return { ...away(0), at, heading: Math.atan2(-y, x) + FACES + turned, rolled: LEANS, seen: 1 };
}

/** A marble on a block of the plinth: on the highest of them, 0, and lower ones. */
function onTop(block: number, turned = 0): MarblePose {
  const [x = 0, y = 0, z = 0] = TOPS[block] ?? [];
  return facing("plinth", [x, y, z + MARBLE * (0.5 - SEATED)], turned);
}

function pose(view: View, elapsedMs: number): RacePose {
  const { bets, board } = view;
  const own = bets
    ? board.sides.map(({ id }) => hasOwnBet(bets, { market: "winner", teams: [id] }))
    : [];
  return { ...raceAt(view, elapsedMs), own };
}

function raceAt(view: View, elapsedMs: number): RacePose {
  const entries = entriesOf(view);
  const { phase } = view.state;
  if (entries === null) {
    return bettingAt(view, elapsedMs);
  }
  switch (phase) {
    case "revealing":
      return raceRunAt(entries, raceMsAt(elapsedMs / stretch(view)));
    case "result":
      return resultAt(entries, Math.min(elapsedMs, RESULT_MS.over));
    default:
      return waitingAt(view, entries, elapsedMs);
  }
}

const betsMs = ({ closesAtMs, betMs }: View) => closesAtMs ?? betMs ?? 33_000;

/** Shares of betting time: raising the marbles, each portrait, the empty course. The rest is on the grid. */
const [RAISED, PORTRAIT, EMPTY] = [0.15, 0.09, 0.15] as const;
/** The time to raise all marbles where players bet on the picture, in ms. */
const SOON_MS = 900;

/** By round: shots of the empty course, each with a point along it in widths, and whether they come before the portraits. */
const WALKS: readonly { empty: Partial<Record<Shot, number>>; isFirst: boolean }[] = [
  { empty: { hairpin: 50, pegs: 80, finish: 131 }, isFirst: false },
  { empty: { snake: 33, straight: 112 }, isFirst: true },
  { empty: { bend: 95, neck: 67, straight: 114 }, isFirst: false },
  { empty: { wave: 20, hairpin: 52 }, isFirst: true },
  { empty: { pegs: 79, bend: 94, finish: 131 }, isFirst: false },
  { empty: { snake: 31, finish: 131 }, isFirst: true },
];
/** The drift of an empty shot along the course, in widths, and its zoom. */
const [FOLLOWS, NEARS] = [5.5, 0.08] as const;

/** Six portraits: shot, side of the marble, and from where to where it turns, in radians. */
const PORTRAITS: readonly (readonly [shot: Shot, aside: number, from: number, to: number])[] = [
  ["lane", -0.1, -1.1, 0.3],
  ["plinth", 0.16, 1, -0.25],
  ["line", 0.12, -1, 0.2],
  ["plinth", 0.2, -0.9, 0.35],
  ["lane", 0.14, 1.1, -0.2],
  ["line", -0.06, 0.9, -0.3],
];
/** Where marbles lie for them, if not on the plinth: in a lane, and just beyond the line. */
const POSED: Readonly<Partial<Record<Shot, MarblePose["at"]>>> = {
  lane: inStall(3, 0).at,
  line: worldAt(131.4, -0.5),
};
/** How large the marble is in each, as a share of its box, and the zoom within it. */
const [LARGE, GROWS] = [0.5, 0.06] as const;

/** The marbles on the lift, which raises them one after another. */
const raisedAt = (view: View, share: number): MarblePose[] =>
  lineUp(view).map((marble, i) => sunkBy(marble, deepAt(progress(share, 0.04 + i * 0.125, 0.24))));

/** What is looked at while bets are taken: by the number of the round, and nothing to come. */
function bettingAt(view: View, elapsedMs: number): RacePose {
  const { state, bets, board, form } = view;
  const grid = { ...NOTHING, marbles: lineUp(view) };
  const walk = WALKS[state.round % WALKS.length];
  if (elapsedMs > SOON_MS) {
    // Found now, while nothing moves, rather than as the race starts.
    fieldOf(state.round);
  }
  // Where players bet on the picture, it stays.
  if (bets !== undefined || state.phase !== "betting" || walk === undefined) {
    return state.phase === "betting"
      ? { ...grid, marbles: raisedAt(view, elapsedMs / SOON_MS) }
      : grid;
  }
  const share = elapsedMs / betsMs(view);
  if (share < RAISED) {
    return { ...grid, marbles: raisedAt(view, share / RAISED) };
  }
  const emptyAt = RAISED + (walk.isFirst ? 0 : board.sides.length * PORTRAIT);
  const portraitsAt = RAISED + (walk.isFirst ? EMPTY : 0);
  const cuts = Object.entries(walk.empty) as [Shot, number][];
  const empties = ((share - emptyAt) / EMPTY) * cuts.length;
  const cut = cuts[Math.floor(empties)];
  if (cut) {
    const [shot, far] = cut;
    const drift = (empties % 1) - 0.5;
    return {
      ...grid,
      shot,
      centre: worldAt(far + drift * FOLLOWS, 0),
      zoom: 1 + NEARS * (drift + 0.5),
      marbles: board.sides.map((_, i) => away(i)),
    };
  }
  const portraits = (share - portraitsAt) / PORTRAIT;
  const nth = Math.floor(portraits);
  const side = (nth + state.round) % board.sides.length;
  const look = PORTRAITS[(nth * 5 + state.round) % PORTRAITS.length];
  if (nth < 0 || nth >= board.sides.length || look === undefined) {
    return { ...grid, zoom: 1 + NEARS * clamp01((1 - share) / EMPTY) };
  }
  const [shot, aside, from, to] = look;
  const turned = lerp(from, to, portraits % 1);
  const at = POSED[shot];
  const marble = at ? facing(shot, at, turned) : onTop(0, turned);
  return {
    ...grid,
    shot,
    centre: marble.at,
    marbles: board.sides.map((_, i) => (i === side ? marble : away(i))),
    hops: { ms: elapsedMs, loud: 0.3, side },
    portrait: {
      side,
      form: form?.sides[board.sides[side]?.id ?? ""] ?? null,
      large: LARGE * (1 + GROWS * (portraits % 1)),
      aside,
    },
  };
}

/** What is said of a race: what everybody has seen of it. */
function storyTold({ runs, homeMs }: Entries): RacePose["story"] {
  const [first, second] = runs.toSorted((a, b) => a.finishMs - b.finishMs);
  const behind = runs.filter((run) => run.at(homeMs) > (first?.at(homeMs) ?? 0)).length;
  const story = storyOf((second?.finishMs ?? 0) - (first?.finishMs ?? 0), behind);
  return story === "none" ? null : story;
}

/** The line once more, until the first touches it; and the best three. */
function resultAt(entries: Entries, ms: number): RacePose {
  const firstMs = Math.min(...entries.runs.map(({ finishMs }) => finishMs));
  const leaders = listAt(entries, RACE_MS.over);
  const story = storyTold(entries);
  if (ms < RESULT_MS.plinthAt) {
    const leftMs = Math.max(0, RESULT_MS.touchAt - ms);
    const isTouched = leftMs === 0;
    return {
      ...raceRunAt(entries, firstMs - leftMs / RESULT_MS.slower),
      shot: "finish",
      // Those behind the first are in sight as well.
      zoom: 0.87,
      leaders: isTouched ? leaders : null,
      story: isTouched ? story : null,
      flash: 1,
      touch: 0,
    };
  }
  const rows = rowsOf(entries.runs.map(({ finishMs }) => -finishMs));
  const { riseAt, riseEvery, rise } = RESULT_MS;
  const since = ms - RESULT_MS.plinthAt;
  const upAt = (row: number) => progress(since, riseAt + row * riseEvery, rise);
  return {
    ...NOTHING,
    shot: "plinth",
    marbles: rows.map((row) =>
      row < 3
        ? sunkBy(onTop(row, lerp(-2.4, 0, easeOut(upAt(row)))), deepAt(upAt(row)))
        : away(row),
    ),
    leaders,
    story,
    best: [0, 1, 2].filter((row) => upAt(row) > 0.4).map((row) => rows.indexOf(row)),
    areHome: false,
    flash: 1,
    risen: progress(since, 0, 400),
    zoom: lerp(1.32, 1, easeInOut(progress(since, 500, 1_700))),
    hops: { ms: since, loud: progress(since, riseAt, 400), side: rows.indexOf(0) },
    light: easeInOut(progress(since, riseAt + rise / 3, 700)),
  };
}

/** The plinth, the empty gate, and the marbles of the next round that roll in and sink into the tray. */
function waitingAt(view: View, entries: Entries, ms: number): RacePose {
  const { plinthUntil, rollFrom, until, sink } = WAITING_MS;
  if (ms < plinthUntil) {
    return resultAt(entries, RESULT_MS.over + ms);
  }
  const share = progress(ms, rollFrom, until - rollFrom);
  const sunk = DEEP * easeIn(progress(ms, until, sink));
  return {
    ...NOTHING,
    marbles: view.board.sides.map((_, i) => sunkBy(rolledIn(i, share), sunk)),
    areHome: share === 1,
  };
}

/** The drawing of Big Six Ball: six marbles race down a course, and the best three stand on the plinth. */
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
        return view.bets ? SOON_MS : 0.99 * RAISED * betsMs(view);
    }
  },
  lightsUntilMs: (view) => (view.state.phase === "betting" ? betsMs(view) : 0),
  // The words around it say that a race is run: it is seen as the last straight begins, and nothing of how it ends.
  stillMs: (view) =>
    view.state.phase === "revealing" ? (entriesOf(view)?.homeMs ?? 0) * stretch(view) : undefined,
  build: (kit, view) => kit.part((bench) => new RaceTable(kit, bench, view)),
};
