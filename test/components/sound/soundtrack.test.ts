import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SoundChoice } from "../../../components/sound/choice.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { previewView } from "../../../src/previews/preview-view.ts";
import type { PreviewChoice } from "../../../src/previews/preview-view.ts";
import type { Controls } from "../../../src/table/controls.ts";
import type { TableView } from "../../../src/table/view.ts";
import { betsWon } from "../scenes/states.ts";
import { soundtrackInTest } from "./soundtrack-in-test.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function view(choice: Partial<PreviewChoice>, controls: Partial<Controls> = {}): TableView {
  const shown = previewView({
    slug: "baccarat",
    phase: "betting",
    elapsedMs: 0,
    outcome: 0,
    lang: "en",
    ...choice,
  }) as TableView;
  return { ...shown, controls: { ...shown.controls, muted: false, ...controls } };
}

/** A table that is heard on a clock of its own, which starts at `fromMs` of its phase. */
function listen(
  options: { isStill?: boolean; choice?: SoundChoice; sceneOf?: () => Promise<never> } = {},
) {
  let elapsedMs = 0;
  const test = soundtrackInTest({ now: () => elapsedMs, ...options });
  return {
    ...test,
    /** Shows a phase, and lets so much of it pass. */
    async play(shown: TableView, fromMs: number, untilMs: number, bets?: BetsShown) {
      elapsedMs = fromMs;
      test.soundtrack.follow(shown, () => elapsedMs, bets);
      await vi.advanceTimersByTimeAsync(0);
      while (elapsedMs < untilMs) {
        elapsedMs += 30;
        await vi.advanceTimersByTimeAsync(30);
      }
    },
    names: () => test.played.map(({ sound }) => sound),
  };
}

describe("betting sounds", () => {
  test.each<[string, Partial<Controls>, string[]]>([
    [
      "at its start, in its last five seconds and at its close",
      {},
      ["open", "tick", "tick", "tick", "tick", "lastTick", "closed"],
    ],
    [
      "at its start and its close when the countdown is not wanted",
      { ticks: false },
      ["open", "closed"],
    ],
  ])("%s", async (_, controls, sounds) => {
    const { play, names } = listen();
    await play(view({}, controls), 0, 15_000);
    expect(names()).toEqual(sounds);
  });

  test("at its close where the cards come well after it", async () => {
    const { play, names } = listen();
    await play(view({ entropy: "drand" }), 0, 17_000);
    expect(names().filter((sound) => sound === "closed")).toEqual(["closed"]);
    expect(names().at(-1)).toBe("closed");
  });

  test("on time: what is to come is scheduled ahead by what is left", async () => {
    const { play, played } = listen();
    await play(view({}), 9_955, 10_100);
    expect(played.map(({ sound, afterS }) => [sound, afterS])).toEqual([["tick", 0.045]]);
  });
});

test("chips are heard where some lie on the winner, and nowhere else", async () => {
  for (const [bets, heard] of [
    [betsWon("player", 4, 100), 3],
    [betsWon("banker", 0, 100), 0],
    [undefined, 0],
  ] as const) {
    const { play, names } = listen();
    await play(view({ phase: "result" }), 0, 3_000, bets);
    expect(names().filter((sound) => sound === "chips")).toHaveLength(heard);
  }
});

describe("a viewer hears only what comes", () => {
  test("after joining late", async () => {
    const { play, names } = listen();
    await play(view({ phase: "revealing" }), 8_900, 8_990);
    expect(names()).toEqual([]);
  });

  test("of a phase that it learns of a little late, all of it, and later no more", async () => {
    for (const [fromMs, heard] of [
      [280, ["hit"]],
      [320, []],
    ] as const) {
      const { play, names } = listen();
      await play(view({ phase: "result" }), fromMs, fromMs + 100);
      expect(names()).toEqual(heard);
    }
  });

  test("after the clock has jumped, and what was about to sound is dropped", async () => {
    const { play, names, log } = listen();
    const shown = view({});
    await play(shown, 9_000, 9_900);
    await play(shown, 13_100, 13_500);
    expect(log).toContain("cut");
    expect(names()).toEqual(["tick"]);
  });

  test("after the page was hidden: silent meanwhile, and no burst on its return", async () => {
    const { play, names, soundtrack, mixer } = listen();
    const shown = view({ phase: "revealing" });
    await play(shown, 0, 300);
    soundtrack.pause();
    expect(mixer.volume).toBe(0);
    const before = names().length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(names().length).toBe(before);
    await play(shown, 8_950, 8_980);
    expect(names().length).toBe(before);
  });

  test("once, however often the table is updated", async () => {
    const { play, names } = listen();
    const shown = view({});
    for (let ms = 13_900; ms < 14_400; ms += 40) {
      await play(shown, ms, ms + 10);
    }
    expect(names()).toEqual(["lastTick"]);
  });
});

describe("a round sounds as it is shown", () => {
  test("cards are drawn, laid and turned, the result is out, and all are swept", async () => {
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

  test("a race has lamps, a gate, six launches, six finishes and a podium", async () => {
    const { play, names, lasting } = listen();
    await play(view({ slug: "bigsixball", phase: "revealing" }), 0, 18_000);
    await play(view({ slug: "bigsixball", phase: "result" }), 0, 6_000);
    const count = (sound: string) => names().filter((name) => name === sound).length;
    expect(
      ["lamp", "gate", "launch", "finish", "shutter", "rise", "step", "hit"].map(count),
    ).toEqual([3, 1, 6, 6, 1, 1, 3, 1]);
    expect(Math.max(...lasting.map(({ crowd = 0 }) => crowd))).toBeGreaterThan(0.95);
    expect(Math.max(...lasting.map(({ rolling = 0 }) => rolling))).toBeGreaterThan(0.4);
  });

  test("nothing is heard to move where all is shown at rest", async () => {
    const { play, names } = listen({ isStill: true });
    await play(view({ phase: "revealing" }), 0, 9_000);
    await play(view({ phase: "result" }), 0, 1_000);
    expect(names()).toEqual(["hit"]);
  });

  // Cause: a table in maintenance went on ticking.
  test.each(["suspended", "maintenance"] as const)(
    "a closed table is silent: %s",
    async (closed) => {
      const { play, names } = listen();
      await play({ ...view({}), connection: closed }, 0, 15_000);
      expect(names()).toEqual([]);
    },
  );

  // Cause: the page around the table was left with a rejected promise.
  test("a scene that cannot be loaded leaves the signals of the table", async () => {
    const { play, names } = listen({ sceneOf: () => Promise.reject(new Error("offline")) });
    await play(view({ phase: "result" }), 0, 1_000);
    expect(names()).toEqual(["hit"]);
  });
});

describe("calls", () => {
  test("are for those who want them", async () => {
    const { play, calls } = listen({ choice: { calls: false, volume: 40 } });
    await play(view({}), 0, 15_000);
    expect(calls).toEqual([]);
  });

  test("open bets, warn, close them and tell the result, in the table's language", async () => {
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
  ])("tell who has won %s", async (slug, text) => {
    const { play, calls } = listen({ choice: { calls: true, volume: 40 } });
    await play(view({ slug, phase: "result" }), 0, 5_000);
    expect(calls[0]?.text).toMatch(text);
  });

  // The cause: a tie in one suit, which pays the most, was called like any other.
  test("tell a suited tie from any other", async () => {
    const titles = fixtures["dragontiger"]?.map(({ title }) => title) ?? [];
    const outcome = titles.indexOf("Suited tie");
    const { play, calls } = listen({ choice: { calls: true, volume: 40 } });
    await play(view({ slug: "dragontiger", phase: "result", outcome }), 0, 4_000);
    expect(calls[0]?.text).toMatch(/ Suited tie\.$/);
  });

  test("have the volume of the table", async () => {
    const { play, caller, mixer } = listen({ choice: { calls: true, volume: 40 } });
    await play(view({}), 0, 100);
    expect([caller.volume, mixer.volume]).toEqual([0.4, 0.4]);
  });
});
