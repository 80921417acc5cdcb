import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { hasOwnBet } from "../../stage/bets/shown.ts";
import { stretchOf } from "../../stage/pacing.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { progress } from "../../stage/tracks.ts";
import { course, MARBLE, worldAt } from "./courses.ts";
import { TOPS } from "./look.ts";
import type { Shot } from "./look.ts";
import type { MarblePose, RacePose } from "./pose.ts";
import { listAt, rowsOf } from "./race-list.ts";
import { entriesOf, HOUSE, inStall, raceRunAt, rolledIn } from "./race-run.ts";
import type { Entries } from "./race-run.ts";
import { storyOf } from "./race-story.ts";
import { RaceTable } from "./table.ts";
import { RACE_MS, raceMsAt, RESULT_MS, WAITING_MS } from "./times.ts";

type View = Play<BigSixBallOutcome>;

const stretch = (view: View): number => stretchOf(view, RACE_MS.phase);

const NOTHING: Omit<RacePose, "marbles"> = {
  shot: "grid",
  centre: null,
  leaders: null,
  story: null,
  portrait: null,
  best: [],
  areHome: true,
  own: [],
  lamps: 0,
  gate: 0,
  flash: 0,
  risen: 0,
  touch: 0,
  touchAt: null,
};

const lineUp = (view: View): MarblePose[] => view.board.sides.map((_, i) => inStall(i, 0));

/** Nobody sees it: it is in the house. */
const away = (lane: number): MarblePose => inStall(lane, HOUSE);

/** So turned its number looks at the camera of the plinth. */
const FACING = { heading: 2.23, rolled: 0.45 } as const;

/** A marble on a block of the plinth: on the highest of them, 0, and lower ones. */
function onTop(block: number): MarblePose {
  const [x = 0, y = 0, z = 0] = TOPS[block] ?? [];
  return { ...away(0), at: [x, y, z + MARBLE / 2], ...FACING, seen: 1 };
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
      return resultAt(entries, elapsedMs);
    default:
      return waitingAt(view, entries, elapsedMs);
  }
}

/** A walk through betting time: where it begins, with which side, and which empty shots come after the portraits. */
const WALKS: readonly { grid: number; empty: readonly [Shot, Shot]; isFirst: boolean }[] = [
  { grid: 0.14, empty: ["hairpin", "pegs"], isFirst: false },
  { grid: 0.14, empty: ["snake", "straight"], isFirst: true },
  { grid: 0.1, empty: ["bend", "finish"], isFirst: false },
  { grid: 0.16, empty: ["wave", "neck"], isFirst: true },
  { grid: 0.12, empty: ["straight", "hairpin"], isFirst: false },
  { grid: 0.12, empty: ["pegs", "snake"], isFirst: true },
];
/** How long an empty shot and each portrait is, as shares of the time for bets. The rest belongs to the grid again. */
const [EMPTY, PORTRAIT] = [0.07, 0.088];

/** What is looked at while bets are taken: by the number of the round, and nothing to come. */
function bettingAt(view: View, elapsedMs: number): RacePose {
  const { state, bets, board, closesAtMs, betMs = 33_000 } = view;
  const grid = { ...NOTHING, marbles: lineUp(view) };
  const walk = WALKS[state.round % WALKS.length];
  // Where players bet on the picture, it stays.
  if (bets !== undefined || state.phase !== "betting" || walk === undefined) {
    return grid;
  }
  const share = elapsedMs / (closesAtMs ?? betMs) - walk.grid;
  const emptyAt = walk.isFirst ? 0 : board.sides.length * PORTRAIT;
  const portraitsAt = walk.isFirst ? walk.empty.length * EMPTY : 0;
  const empty = walk.empty[Math.floor((share - emptyAt) / EMPTY)];
  const nth = Math.floor((share - portraitsAt) / PORTRAIT);
  if (share >= emptyAt && empty) {
    return { ...grid, shot: empty, marbles: board.sides.map((_, i) => away(i)) };
  }
  if (share < portraitsAt || nth >= board.sides.length) {
    return grid;
  }
  const side = (nth + state.round) % board.sides.length;
  return {
    ...grid,
    shot: "plinth",
    marbles: board.sides.map((_, i) => (i === side ? onTop(0) : away(i))),
    portrait: { side, form: view.form?.sides[board.sides[side]?.id ?? ""] ?? null },
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
      centre: worldAt(course.length, 0),
      leaders: isTouched ? leaders : null,
      story: isTouched ? story : null,
      flash: 1,
      touch: 0,
    };
  }
  const rows = rowsOf(entries.runs.map(({ finishMs }) => -finishMs));
  const since = ms - RESULT_MS.plinthAt;
  const named = Math.min(3, Math.floor(since / RESULT_MS.nameEvery) + 1);
  return {
    ...NOTHING,
    shot: "plinth",
    marbles: rows.map((row) => (row < 3 ? onTop(row) : away(row))),
    leaders,
    story,
    best: [2, 1, 0].slice(0, named).map((row) => rows.indexOf(row)),
    areHome: false,
    flash: 1,
    risen: progress(since, 0, 400),
  };
}

/** The plinth, the empty gate, and the marbles of the next round that roll in. */
function waitingAt(view: View, entries: Entries, ms: number): RacePose {
  if (ms < WAITING_MS.plinthUntil) {
    return { ...resultAt(entries, RESULT_MS.over) };
  }
  const { rollFrom, until } = WAITING_MS;
  const share = progress(ms, rollFrom, until - rollFrom);
  return {
    ...NOTHING,
    marbles: view.board.sides.map((_, i) => rolledIn(i, share)),
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
        return WAITING_MS.until;
      default:
        return 0;
    }
  },
  livesUntilMs: (view) =>
    view.state.phase === "betting" ? (view.closesAtMs ?? view.betMs ?? 33_000) : 0,
  // The words around it say that a race is run: it is seen as the last straight begins, and nothing of how it ends.
  stillMs: (view) =>
    view.state.phase === "revealing" ? (entriesOf(view)?.homeMs ?? 0) * stretch(view) : undefined,
  build: (kit, view) => kit.part((bench) => new RaceTable(kit, bench, view)),
};
