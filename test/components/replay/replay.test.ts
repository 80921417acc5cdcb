import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FinishedRound } from "../../../components/replay/load-round.ts";
import { Replay } from "../../../components/replay/replay.ts";
import { games } from "../../../src/games/index.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { previewView } from "../../../src/previews/preview-view.ts";
import type { PreviewChoice } from "../../../src/previews/preview-view.ts";
import type { TableView } from "../../../src/table/view.ts";
import type { Schedule } from "../../../src/wire.ts";

/** The round of the previews, as the service would give it. */
function finishedRound(slug: string): FinishedRound {
  const { results, times } = viewAt({ slug, phase: "result", elapsedMs: 0 });
  const [entry, ...before] = results;
  if (entry === undefined) {
    throw new Error("The preview has no results.");
  }
  return { entry, before, times, schedule: { timeZone: "UTC" } as Schedule };
}

function viewAt(choice: Pick<PreviewChoice, "slug" | "phase" | "elapsedMs">): TableView {
  const view = previewView({ ...choice, outcome: 1, lang: "en" });
  if (view === null) {
    throw new Error(`There is no preview of ${choice.slug}.`);
  }
  return view;
}

const onChange = vi.fn<() => void>();
let ending: AbortController;

async function opened(
  slug: string,
  load: () => Promise<FinishedRound | null> = async () => finishedRound(slug),
): Promise<Replay> {
  const game = games.find((each) => each.slug === slug);
  if (game === undefined) {
    throw new Error(`There is no game ${slug}.`);
  }
  const localNow = () => performance.now();
  const { signal } = ending;
  const replay = new Replay({ game, round: "1234567", load, localNow, signal }, onChange);
  await replay.open();
  return replay;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  onChange.mockClear();
  ending = new AbortController();
});
afterEach(() => {
  ending.abort();
  vi.useRealTimers();
});

describe.each(Object.keys(fixtures))("a replay of %s", (slug) => {
  test("shows at each moment what the preview of that moment shows", async () => {
    const replay = await opened(slug);
    for (const { phase, atMs, lengthMs, skippedMs } of replay.chapters) {
      for (const intoMs of [0, Math.floor(lengthMs / 3), lengthMs - 1]) {
        replay.seek(atMs + intoMs);
        const view = viewAt({ slug, phase, elapsedMs: skippedMs + intoMs });
        expect(replay.state).toEqual({ ...view.state, remainMs: 0 });
        expect(replay.elapsedMs).toBe(view.elapsedMs);
        expect(replay.results).toEqual(view.results);
        expect(replay.times).toEqual(view.times);
      }
    }
  });

  test("does not say in its history what the table has not shown yet, however it is scrubbed", async () => {
    const replay = await opened(slug);
    const listed = () => replay.results.some(({ round }) => round === replay.state?.round);
    const seen = [replay.lengthMs, 0, 1e9, -5, replay.lengthMs / 2].map((atMs) => {
      replay.seek(atMs);
      return [replay.state?.phase, listed()];
    });
    expect(seen).toEqual([
      ["result", true],
      ["betting", false],
      ["result", true],
      ["betting", false],
      ["revealing", false],
    ]);
  });

  test("runs through its phases by itself and stands at the end", async () => {
    const replay = await opened(slug);
    replay.play();
    const phases: (string | undefined)[] = [];
    onChange.mockImplementation(() => phases.push(replay.state?.phase));
    vi.advanceTimersByTime(replay.lengthMs + 5_000);
    expect([...new Set(phases)]).toEqual(["betting", "revealing", "result"]);
    expect([replay.atMs, replay.rate]).toEqual([replay.lengthMs, 0]);
    // Once a second and at each phase, not at every frame.
    expect(phases.length).toBeLessThan(replay.lengthMs / 1_000 + 5);
  });
});

test("takes four times as long at a quarter of the speed", async () => {
  const replay = await opened("baccarat");
  replay.setSpeed(0.25);
  replay.play();
  expect(replay.rate).toBe(0.25);
  vi.advanceTimersByTime(replay.lengthMs * 4 - 10);
  expect(replay.isPlaying).toBe(true);
  vi.advanceTimersByTime(20);
  expect(replay.isPlaying).toBe(false);
});

test("a state stays the same object while its phase lasts, so that nothing is drawn anew for it", async () => {
  const replay = await opened("dragontiger");
  replay.seek(5_000);
  const { state } = replay;
  replay.seek(6_000);
  expect(replay.state).toBe(state);
});

test("there is nothing to see of a round that is not there, and no words of it", async () => {
  const replay = await opened("baccarat", async () => null);
  expect([replay.fault, replay.state, replay.connection, replay.rate]).toEqual([
    "unknown_round",
    null,
    "stale",
    0,
  ]);
});

test("leaves no timer behind once its table is gone", async () => {
  const replay = await opened("baccarat");
  replay.play();
  expect(vi.getTimerCount()).toBe(1);
  ending.abort();
  expect(vi.getTimerCount()).toBe(0);
});

test("what failed once may be tried again", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const load = vi.fn<() => Promise<FinishedRound | null>>(async () => finishedRound("baccarat"));
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const replay = await opened("baccarat", load);
  expect([replay.fault, replay.connection]).toEqual(["offline", "offline"]);
  expect(warn).toHaveBeenCalledOnce();
  await replay.open();
  expect([replay.fault, replay.connection, replay.state?.phase]).toEqual([null, "live", "betting"]);
});

test("a table that is gone hears nothing of a round that comes late", async () => {
  let arrive = (_round: FinishedRound): void => {};
  const late = new Promise<FinishedRound>((resolve) => (arrive = resolve));
  const opening = opened("baccarat", () => late);
  ending.abort();
  arrive(finishedRound("baccarat"));
  const replay = await opening;
  expect(replay.state).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});
