import { describe, expect, test, vi } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { scene as bigsixball } from "../../../components/scenes/bigsixball/scene.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Play, Scene } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import type { StageOptions } from "../../../components/stage/stage.ts";
import { fixtures } from "../../../src/hud/table/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import {
  difference,
  frames,
  hostOf,
  isSame,
  PATIENTLY,
  samplesOf,
} from "../../browser/scenes/stages.ts";
import { viewOf } from "../../components/scenes/states.ts";

const scenes: Record<string, Scene<unknown, unknown>> = { baccarat, bigsixball, dragontiger };
/** The round that the fixtures of the race are chosen for. */
const ROUND = 1_234_567;

function play(slug: string, phase: Phase, outcome = 0): Play {
  return { ...viewOf(slug, fixtures[slug]?.[outcome]?.outcome, phase, ROUND), closesAtMs: 15_000 };
}

/** A stage without what is loaded after the first frame: a slow machine would add a frame of it anywhere. */
async function stageOf(
  slug: string,
  host: HTMLElement,
  options: Partial<StageOptions> = {},
): Promise<Stage> {
  const scene = scenes[slug];
  if (!scene) {
    throw new Error(`There is no scene of ${slug}.`);
  }
  const { loadExtras: _, ...bare } = scene;
  const { signal } = new AbortController();
  return Stage.create(host, bare, { signal, renderers: ["canvas"], ...options });
}

const brightness = (samples: readonly number[][]): number =>
  samples.reduce((sum, rgb) => sum + (rgb[0] ?? 0) + (rgb[1] ?? 0) + (rgb[2] ?? 0), 0) /
  (samples.length * 3 * 255);

/** By how much red outshines green, -1 to 1. */
const reddish = (samples: readonly number[][]): number =>
  samples.reduce((sum, [red = 0, green = 0]) => sum + red - green, 0) / (samples.length * 255);

describe.each(Object.keys(scenes))("the table of %s", (slug) => {
  test("follows the operator's colours, at once and without another canvas", async () => {
    const host = hostOf(415, 168);
    const stage = await stageOf(slug, host);
    stage.show(play(slug, "betting"), () => 0);
    const green = samplesOf(host);
    stage.colours = { felt: "#7a1030" };
    const red = samplesOf(host);
    stage.colours = { felt: "#7a1030", accent: "#00e0ff" };
    const inlaid = samplesOf(host, 120, 50);
    stage.colours = { felt: "#7a1030" };
    expect(difference(inlaid, samplesOf(host, 120, 50))).toBeGreaterThan(0);
    stage.colours = {};
    expect(host.querySelectorAll("canvas")).toHaveLength(1);
    expect(reddish(red)).toBeGreaterThan(reddish(green) + 0.05);
    expect(isSame(samplesOf(host), green)).toBe(true);
    stage.destroy();
  });

  test("flashes at most twice a second, as its frames show", async () => {
    const host = hostOf(300, 120);
    const stage = await stageOf(slug, host);
    const lengthMs = slug === "bigsixball" ? 15_500 : 9_000;
    for (const [phase, untilMs] of [
      ["revealing", lengthMs],
      ["result", slug === "bigsixball" ? 6_000 : 3_000],
      ["waiting", 2_000],
    ] as const) {
      let ms = 0;
      const view = play(slug, phase, 1);
      const turns: number[] = [];
      let [extreme, rising] = [0, true];
      // Sixteen looks a second see any flash that is slower than eight a second.
      for (; ms <= untilMs; ms += 60) {
        const at = ms;
        stage.show(view, () => at);
        const now = brightness(samplesOf(host, 12, 6));
        // A tenth of the full range is what counts as a flash (WCAG 2.3.1); half of it is strict.
        if (rising ? now < extreme - 0.05 : now > extreme + 0.05) {
          turns.push(ms);
          [extreme, rising] = [now, !rising];
        }
        extreme = rising ? Math.max(extreme, now) : Math.min(extreme, now);
      }
      const crowded = turns.some((turn, i) => (turns[i + 4] ?? untilMs + 9_999) - turn < 1_000);
      expect(crowded).toBe(false);
    }
    stage.destroy();
  });
});

describe("betting", () => {
  test("is drawn once a second by software, and not at all out of sight", async () => {
    const host = hostOf(415, 168);
    const stage = await stageOf("baccarat", host);
    // The table's clock stands still but for what is set here: the machine may take its time.
    let elapsedMs = 2_900;
    stage.show(play("baccarat", "betting"), () => elapsedMs);
    expect(stage.framesDrawn).toBe(1);
    elapsedMs = 3_000;
    await vi.waitFor(() => expect(stage.framesDrawn).toBe(2), PATIENTLY);
    await frames(10);
    expect(stage.framesDrawn).toBe(2);
    host.style.display = "none";
    await frames(3);
    elapsedMs += 1_000;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(stage.framesDrawn).toBe(2);
    host.style.display = "block";
    await vi.waitFor(() => expect(stage.framesDrawn).toBeGreaterThan(2), PATIENTLY);
    stage.destroy();
  });
});

test("a hidden page draws nothing, and its first frame back is the right one", async () => {
  const host = hostOf(415, 168);
  const stage = await stageOf("baccarat", host);
  // Browsers give a hidden page no frames: they are held back here in the same way.
  const held: FrameRequestCallback[] = [];
  const frame = vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation((callback) => {
    held.push(callback);
    return held.length;
  });
  let elapsedMs = 300;
  stage.show(play("baccarat", "revealing"), () => elapsedMs);
  expect(stage.framesDrawn).toBe(1);
  elapsedMs = 1_700;
  expect(held).toHaveLength(1);
  held[0]?.(0);
  expect(stage.framesDrawn).toBe(2);
  const back = samplesOf(host, 64, 32);
  frame.mockRestore();
  stage.show(play("baccarat", "revealing"), () => 4_600);
  stage.show(play("baccarat", "revealing"), () => 1_700);
  expect(isSame(back, samplesOf(host, 64, 32))).toBe(true);
  stage.destroy();
});
