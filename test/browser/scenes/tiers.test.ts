import { expect, onTestFinished, test, vi } from "vitest";
import { loadScene } from "../../../components/element/load-scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { TIERS } from "../../../components/stage/tier.ts";
import type { Tier } from "../../../components/stage/tier.ts";
import { findGame, slugs } from "../../../src/games/index.ts";
import { viewOf } from "../../components/scenes/states.ts";
import { completed, difference, hostOf, samplesOf, stageIn, view } from "./stages.ts";

/** A stage of a game that stands in its reveal, with hands and camera, and what is drawn at a moment. */
async function revealing(slug: string, tier: Tier) {
  let dealt = 0;
  const outcome = findGame(slug)?.deal({ below: (limit) => (dealt += 7) % limit });
  const host = hostOf(400, 266);
  const scene = await loadScene(slug);
  const { signal } = new AbortController();
  const options = { signal, held: true, tier, renderers: ["canvas"] as const };
  const stage = await Stage.create(host, scene, options);
  onTestFinished(() => stage.destroy());
  const play = viewOf(slug, outcome, "revealing");
  stage.show(play, () => 0);
  await completed(stage);
  return (atMs: number) => {
    stage.show(play, () => atMs);
    return samplesOf(host);
  };
}

test.each(slugs)("%s tells the same story on every tier", async (slug) => {
  const [best, good, plain] = [
    await revealing(slug, 0),
    await revealing(slug, 1),
    await revealing(slug, 2),
  ];
  const moments = [900, 2_300, 4_100, 6_000];
  for (const atMs of moments) {
    const [here, there] = [best(atMs), best(atMs === 900 ? 6_000 : 900)];
    for (const drawn of [good(atMs), plain(atMs)]) {
      expect(difference(here, drawn)).toBeLessThan(difference(here, there) / 3);
    }
  }
});

/** Frames that come when the test says so. */
function steppedFrames() {
  const waiting = new Map<number, FrameRequestCallback>();
  let [count, atMs] = [0, 0];
  const request = vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation((callback) => {
    waiting.set(++count, callback);
    return count;
  });
  const cancel = vi
    .spyOn(globalThis, "cancelAnimationFrame")
    .mockImplementation((id) => void waiting.delete(id));
  onTestFinished(() => {
    request.mockRestore();
    cancel.mockRestore();
    sessionStorage.clear();
  });
  return (gapMs: number) => {
    atMs += gapMs;
    const due = [...waiting.values()];
    waiting.clear();
    for (const callback of due) {
      callback(atMs);
    }
  };
}

test("a table whose frames are late gives up detail, in time and for the next tables of the tab", async () => {
  const stage = await stageIn(hostOf(320, 200), { renderers: ["canvas"] });
  const frame = steppedFrames();
  let elapsedMs = 0;
  stage.show(view("revealing"), () => elapsedMs);
  expect(stage.tier).toBe(TIERS[0]);
  const run = (count: number, gapMs: number) => {
    for (let i = 0; i < count; i++) {
      elapsedMs = (elapsedMs + gapMs) % 4_000;
      frame(gapMs);
    }
  };
  run(120, 16.7);
  expect(stage.tier).toBe(TIERS[0]);
  const drawn = stage.framesDrawn;
  run(150, 40);
  expect(stage.tier).toBe(TIERS[1]);
  // It is the detail that is less, not the frames.
  expect(stage.framesDrawn - drawn).toBeGreaterThan(100);
  const next = await stageIn(hostOf(320, 200), { renderers: ["canvas"] });
  expect(next.tier).toBe(TIERS[1]);
  const given = await stageIn(hostOf(320, 200), { renderers: ["canvas"], tier: TIERS[0] });
  expect(given.tier).toBe(TIERS[0]);
});
