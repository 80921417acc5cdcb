import { expect, test, vi } from "vitest";
import type { Stage } from "../../../components/stage/stage.ts";
import {
  contextOf,
  frames,
  hostOf,
  PATIENTLY,
  samplesOf,
  stageIn,
  REST_MS,
  view,
} from "../../browser/scenes/stages.ts";

// Browsers keep about sixteen WebGL contexts on a page and take the oldest away for the next one.

test("a stage gives its context back: twenty in a row take none from others on the page", async () => {
  const oldest = contextOf(document.createElement("canvas"));
  const host = hostOf(320, 135);
  for (let i = 0; i < 20; i++) {
    const stage = await stageIn(host, { renderers: ["webgl"] });
    stage.show(view("result"), () => REST_MS);
    stage.destroy();
  }
  expect(oldest.isContextLost()).toBe(false);
  expect(document.querySelectorAll("div > canvas")).toHaveLength(0);
});

test("twenty stages on a page are all drawn", async () => {
  const tables: { host: HTMLElement; stage: Stage }[] = [];
  for (let i = 0; i < 20; i++) {
    const host = hostOf(160, 100);
    const stage = await stageIn(host, { renderers: ["webgl", "canvas"] });
    stage.show(view("result"), () => REST_MS);
    tables.push({ host, stage });
  }
  // The oldest have lost their contexts by now, and turn to the 2D canvas for good.
  await vi.waitFor(() => {
    const kinds = tables.map(({ stage }) => stage.renderer);
    expect(kinds.filter((kind) => kind === "canvas").length).toBeGreaterThanOrEqual(4);
    expect(kinds.at(-1)).toBe("webgl");
    expect(kinds).not.toContain(undefined);
  }, PATIENTLY);
  await frames(3);
  for (const { host, stage } of tables) {
    expect(host.querySelectorAll("canvas")).toHaveLength(1);
    stage.show(view("betting"), () => 0);
    // Green cloth, not black.
    const green = samplesOf(host).reduce((sum, rgb) => sum + (rgb[1] ?? 0), 0);
    expect(green / samplesOf(host).length).toBeGreaterThan(20);
  }
});
