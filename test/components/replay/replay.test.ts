import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Replay } from "../../../components/replay/replay.ts";
import type { FinishedRound } from "../../../components/replay/round-loader.ts";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { fixtures } from "../../../src/hud/table/all-fixtures.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import type { PreviewChoice } from "../../../src/hud/table/preview-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import type { Schedule } from "../../../src/wire/responses.ts";

function finishedRound(slug: string): FinishedRound {
  const { results, times } = viewAt({ slug, phase: "result", elapsedMs: 0 });
  const [entry, ...before] = results;
  return { entry: entry!, before, times, schedule: { timeZone: "UTC" } as Schedule };
}

const viewAt = (choice: Pick<PreviewChoice, "slug" | "phase" | "elapsedMs">) =>
  previewView({ ...choice, outcome: 1, lang: "en" }) as TableView;

const onChange = vi.fn<() => void>();
let ending: AbortController;

async function opened(
  slug: string,
  load: () => Promise<FinishedRound | null> = async () => finishedRound(slug),
): Promise<Replay> {
  const game = findGame(slug) as Game;
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
  test("a replay matches the preview at every moment", async () => {
    const replay = await opened(slug);
    for (const { phase, startMs, lengthMs, skippedMs } of replay.chapters) {
      for (const intoMs of [0, Math.floor(lengthMs / 3), lengthMs - 1]) {
        replay.seek(startMs + intoMs);
        const view = viewAt({ slug, phase, elapsedMs: skippedMs + intoMs });
        expect(replay.state).toEqual({ ...view.state, remainMs: 0 });
        expect(replay.elapsedMs).toBe(view.elapsedMs);
        expect(replay.results).toEqual(view.results);
        expect(replay.times).toEqual(view.times);
      }
    }
  });

  test("a replay starts three seconds before bets close", async () => {
    const { chapters, times } = await opened(slug);
    const [betting] = chapters;
    expect((times?.closesMs ?? 0) - (betting?.skippedMs ?? 0)).toBe(3_000);
  });

  test("a replay never lists its result before the picture reveals it", async () => {
    const replay = await opened(slug);
    const listed = () => replay.results.some(({ round }) => round === replay.state?.round);
    const positions = [replay.lengthMs, 0, 1e9, -5, replay.lengthMs / 2].map((atMs) => {
      replay.seek(atMs);
      return [replay.state?.phase, listed()];
    });
    expect(positions).toEqual([
      ["result", true],
      ["betting", false],
      ["result", true],
      ["betting", false],
      ["revealing", false],
    ]);
  });

  test("a replay stops at the end of its last phase", async () => {
    const replay = await opened(slug);
    replay.play();
    const phases: (string | undefined)[] = [];
    onChange.mockImplementation(() => phases.push(replay.state?.phase));
    vi.advanceTimersByTime(replay.lengthMs + 5_000);
    expect([...new Set(phases)]).toEqual(["betting", "revealing", "result"]);
    expect([replay.positionMs, replay.rate]).toEqual([replay.lengthMs, 0]);
    // It reports once a second and on each phase, not on every frame.
    expect(phases.length).toBeLessThan(replay.lengthMs / 1_000 + 5);
  });
});

test("an unknown round is reported as `unknown_round`", async () => {
  const replay = await opened("baccarat", async () => null);
  expect([replay.fault, replay.state, replay.connection, replay.rate]).toEqual([
    "unknown_round",
    null,
    "stale",
    0,
  ]);
});
