import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SoundChoice } from "../../../components/sound/sound-choice.ts";
import type { VisibleBets } from "../../../components/stage/bets/visible-bets.ts";
import type { Controls } from "../../../src/hud/table/controls.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import type { PreviewChoice } from "../../../src/hud/table/preview-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { betsWon } from "../scenes/states.ts";
import { soundtrackInTest } from "./soundtrack-in-test.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function view(choice: Partial<PreviewChoice>, controls: Partial<Controls> = {}): TableView {
  const current = previewView({
    slug: "baccarat",
    phase: "betting",
    elapsedMs: 0,
    outcome: 0,
    lang: "en",
    ...choice,
  }) as TableView;
  return { ...current, controls: { ...current.controls, muted: false, ...controls } };
}

/** A table's sound on its own clock, which starts `fromMs` into its phase. */
function listen(options: { choice?: SoundChoice } = {}) {
  let elapsedMs = 0;
  const test = soundtrackInTest({ now: () => elapsedMs, ...options });
  return {
    ...test,
    async play(current: TableView, fromMs: number, toMs: number, bets?: VisibleBets) {
      elapsedMs = fromMs;
      test.soundtrack.follow(current, () => elapsedMs, bets);
      await vi.advanceTimersByTimeAsync(0);
      while (elapsedMs < toMs) {
        elapsedMs += 30;
        await vi.advanceTimersByTimeAsync(30);
      }
    },
    names: () => test.played.map(({ sound }) => sound),
  };
}

test.each<[string, Partial<Controls>, string[]]>([
  [
    "the start, the last five seconds and the close",
    {},
    ["open", "tick", "tick", "tick", "tick", "lastTick", "closed"],
  ],
  ["the start and the close only, without a countdown", { ticks: false }, ["open", "closed"]],
])("the betting sounds are %s", async (_, controls, sounds) => {
  const { play, names } = listen();
  await play(view({}, controls), 0, 15_000);
  expect(names()).toEqual(sounds);
});

test("a page that is busy for 190 ms delays no sound, because each is scheduled earlier", async () => {
  const { play, played } = listen();
  await play(view({}), 0, 15_000);
  // The first sound is due immediately.
  for (const { afterS } of played.slice(1)) {
    expect(afterS).toBeGreaterThanOrEqual(0.19);
    expect(afterS).toBeLessThanOrEqual(0.25);
  }
});

test("the chip sound plays only if winning bets have chips", async () => {
  for (const [bets, count] of [
    [betsWon("player", 4, 100), 3],
    [betsWon("banker", 0, 100), 0],
    [undefined, 0],
  ] as const) {
    const { play, names } = listen();
    await play(view({ phase: "result" }), 0, 3_000, bets);
    expect(names().filter((sound) => sound === "chips")).toHaveLength(count);
  }
});

describe("the sounds after a jump in time", () => {
  test("a viewer who joins late hears only later sounds", async () => {
    const { play, names } = listen();
    await play(view({ phase: "revealing" }), 8_900, 8_990);
    expect(names()).toEqual([]);
  });

  test("a viewer whose clock has jumped hears only later sounds", async () => {
    const { play, names, log } = listen();
    const current = view({});
    await play(current, 9_000, 9_900);
    await play(current, 13_100, 13_500);
    expect(log).toContain("cut");
    expect(names()).toEqual(["tick"]);
  });

  test("a hidden page is silent", async () => {
    const { play, names, soundtrack, mixer } = listen();
    const current = view({ phase: "revealing" });
    await play(current, 0, 300);
    soundtrack.pause();
    expect(mixer.volume).toBe(0);
    const before = names().length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(names().length).toBe(before);
    await play(current, 8_950, 8_980);
    expect(names().length).toBe(before);
  });
});

describe("a round's soundtrack", () => {
  test("every card movement has a sound", async () => {
    const { play, names } = listen();
    await play(view({ phase: "revealing" }), 0, 9_000);
    const count = (sound: string) => names().filter((name) => name === sound).length;
    const cards = count("slide");
    expect(cards).toBeGreaterThanOrEqual(4);
    expect([count("land"), count("snap")]).toEqual([cards, cards]);
    expect(count("creak")).toBeGreaterThan(20);
    await play(view({ phase: "result" }), 0, 4_000);
    expect(count("hit")).toBe(1);
    await play(view({ phase: "waiting" }), 0, 2_000);
    expect(count("sweep")).toBe(cards);
  });

  // Cause: a table in maintenance kept ticking.
  test.each(["suspended", "maintenance"] as const)(
    "a closed table is silent: %s",
    async (closed) => {
      const { play, names } = listen();
      await play({ ...view({}), connection: closed }, 0, 15_000);
      expect(names()).toEqual([]);
    },
  );
});

describe("the dealer's calls during a round", () => {
  test("the dealer calls out each round in the table's language", async () => {
    const { play, calls } = listen({ choice: { calls: true, volume: 40 } });
    await play(view({}), 0, 15_000);
    await play(view({ phase: "result" }), 0, 4_000);
    expect(calls.map(({ text, atMs }) => [text, atMs])).toEqual([
      ["Place your bets", 450],
      ["Last bets", 10_000],
      ["No more bets", 15_000],
      ["Player, 9. Banker, 7. Player wins.", 350],
    ]);
    expect(new Set(calls.map(({ lang }) => lang))).toEqual(new Set(["en"]));
  });

  test.each([
    ["dragontiger", /^Dragon, \w+ of \w+\. Tiger, \w+ of \w+\. .+\.$/],
    ["bigsixball", /^Winner: \w+\.$/],
  ])("a call announces the winner of %s", async (slug, text) => {
    const { play, calls } = listen({ choice: { calls: true, volume: 40 } });
    await play(view({ slug, phase: "result" }), 0, 5_000);
    expect(calls[0]?.text).toMatch(text);
  });
});
