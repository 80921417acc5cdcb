import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CountdownTimer } from "../../../components/element/countdown-timer.ts";
import { ShownTime } from "../../../components/element/shown-time.ts";
import { findGame } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import { countdown } from "../../../src/hud/countdown.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { LAST_SECONDS } from "../../../src/look/tokens.ts";
import type { Entropy } from "../../../src/round/derive.ts";
import type { RoundState, Schedule } from "../../../src/wire/answers.ts";
import { seen, textOf } from "../../hud/table-view.ts";
import { soundtrackInTest } from "../sound/soundtrack-in-test.ts";

const game = findGame("baccarat")!;
const FRAME_MS = 1000 / 60;

afterEach(() => void vi.unstubAllGlobals());

/** What makes one run of a table different from another. */
interface Run {
  entropy: Entropy;
  /** The time into betting at which the table appears, in ms. */
  fromMs: number;
  /** How much later than asked each timer fires, in ms; below 0 is early. One after another, repeated. */
  latenessMs: readonly number[];
  /** How long each update takes from its reading of the clock to its next timer, in ms. */
  updateMs: readonly number[];
  /** Better answers: when the server's time is found to be so many ms further. */
  corrections: readonly { atMs: number; byMs: number }[];
}

/** A time between two others, in ms, to a tenth: most doubles of a range lie next to zero. */
const someMs = (minMs: number, maxMs: number): fc.Arbitrary<number> =>
  fc.integer({ min: minMs * 10, max: maxMs * 10 }).map((tenths) => tenths / 10);

const aRun: fc.Arbitrary<Run> = fc.record({
  entropy: fc.constantFrom("seed", "drand"),
  fromMs: someMs(0, 6_500),
  latenessMs: fc.array(someMs(-4, 9), { minLength: 1 }),
  updateMs: fc.array(someMs(0, 3), { minLength: 1 }),
  corrections: fc.array(
    fc.record({
      // Soon after a full second is where a clock that is set back would show it twice.
      atMs: fc.tuple(fc.nat(14), someMs(0, 80)).map(([second, ms]) => second * 1000 + ms),
      byMs: someMs(-60, 60),
    }),
    { maxLength: 4 },
  ),
});

/** What happens at a time, in ms. */
interface Due {
  dueMs: number;
  task: () => void;
}

/** What a table shows while betting runs out, in the order in which it shows it. */
interface Shown {
  /** What stands in the ring, each change once. */
  ring: string[];
  /** What is heard, by name. */
  sounds: string[];
}

/** Runs a table to the end of betting on a clock of its own, wired as in `components/game-table.ts`. */
function watch({ entropy, fromMs, latenessMs, updateMs, corrections }: Run): Shown {
  const timing = timingOf(game, entropy);
  const shown: Shown = { ring: [], sounds: [] };
  let nowMs = fromMs;
  let offsetMs = 0;
  let timer: Due | null = null;
  let timers = 0;
  vi.stubGlobal("setTimeout", (task: () => void, ms: number) => {
    const lateMs = latenessMs[timers++ % latenessMs.length] ?? 0;
    // A browser takes the whole milliseconds of what it is given.
    timer = { task, dueMs: Math.max(nowMs + 0.1, nowMs + Math.trunc(ms) + lateMs) };
  });
  vi.stubGlobal("clearTimeout", () => (timer = null));

  const source = {
    state: { round: 7, phase: "betting" } as RoundState,
    schedule: {} as Schedule,
    times: timing,
    get elapsedMs() {
      return nowMs + offsetMs;
    },
    get remainMs() {
      return Math.max(0, timing.closesMs - nowMs - offsetMs);
    },
  };
  const time = new ShownTime();
  const { soundtrack, played } = soundtrackInTest();
  const choice = { slug: "baccarat", entropy, phase: "betting", outcome: 0, lang: "en" } as const;
  let view: TableView;

  function update(): void {
    const preview = previewView({ ...choice, elapsedMs: 0 }) as TableView;
    const controls = { ...preview.controls, muted: false };
    view = { ...preview, state: source.state, controls, ...time.read(source) };
    nowMs += updateMs[timers % updateMs.length] ?? 0;
    const text = seen(textOf(countdown(view)));
    if (text !== shown.ring.at(-1)) {
      shown.ring.push(text);
    }
    soundtrack.follow(view, () => time.elapsedMs(source));
    soundtrack.look();
    countdownTimer.schedule(view, source, true);
  }
  const countdownTimer = new CountdownTimer(update);
  const changes = corrections.map(({ atMs, byMs }): Due => ({
    dueMs: atMs,
    task: () => {
      offsetMs += byMs;
      update();
    },
  }));
  update();
  let frameMs = nowMs;
  while (nowMs < timing.closesMs + 400) {
    const frame: Due = { dueMs: frameMs, task: () => soundtrack.look() };
    const due: Due = [frame, ...changes, ...(timer === null ? [] : [timer])].toSorted(
      (a, b) => a.dueMs - b.dueMs,
    )[0]!;
    nowMs = Math.max(nowMs, due.dueMs);
    if (due === timer) {
      timer = null;
    } else if (due === frame) {
      frameMs += FRAME_MS;
    } else {
      changes.splice(changes.indexOf(due), 1);
    }
    due.task();
  }
  soundtrack.pause();
  shown.sounds = played.map(({ sound }) => sound).filter((sound) => sound !== "open");
  return shown;
}

describe("the last seconds", () => {
  test("show every number once, in order, and each of them ticks", () => {
    fc.assert(
      fc.property(aRun, (run) => {
        const { ring, sounds } = watch(run);
        vi.unstubAllGlobals();
        const first = Number(ring[0]);
        expect(ring).toEqual([
          ...Array.from({ length: first }, (_, gone) => String(first - gone)),
          "",
        ]);
        const ticks = Array.from({ length: LAST_SECONDS - 1 }, () => "tick");
        expect(sounds).toEqual([...ticks, "lastTick", "closed"]);
      }),
      { numRuns: 40 },
    );
  });
});
