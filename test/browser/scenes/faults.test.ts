import { expect, onTestFinished, test, vi } from "vitest";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import type { RendererKind } from "../../../components/stage/gpu.ts";
import type { Scene } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { frames, hostOf, PATIENTLY, samplesOf, view } from "./stages.ts";

// Cause: an error in a frame stopped the drawing until the next phase, without a report.

async function fragile(renderers: readonly RendererKind[]) {
  const state = { broken: 0 };
  const host = hostOf(400, 220);
  const bare = scene as Scene<unknown, unknown>;
  const breaking: Scene<unknown, unknown> = {
    ...bare,
    build(tools, play) {
      const drawing = bare.build(tools, play);
      return {
        root: drawing.root,
        resize: (size) => drawing.resize(size),
        show(pose) {
          if (state.broken > 0) {
            state.broken -= 1;
            throw new TypeError("a broken frame");
          }
          drawing.show(pose);
        },
      };
    },
  };
  const faults: [string, boolean][] = [];
  const stage = await Stage.create(host, breaking, {
    signal: new AbortController().signal,
    renderers,
    onFault: (error, isOver) => faults.push([String(error), isOver]),
  });
  onTestFinished(() => stage.destroy());
  let elapsedMs = 0;
  stage.show(view("revealing"), () => (elapsedMs += 20));
  await frames(2);
  return { host, stage, faults, state };
}

const REPORT = "TypeError: a broken frame";

test("one failed animation frame is reported once, and drawing continues", async () => {
  const { host, stage, faults, state } = await fragile(["canvas"]);
  state.broken = 1;
  await vi.waitFor(() => expect(faults).toEqual([[REPORT, false]]), PATIENTLY);
  const drawn = stage.framesDrawn;
  await vi.waitFor(() => expect(stage.framesDrawn).toBeGreaterThan(drawn + 2), PATIENTLY);
  expect(faults).toHaveLength(1);
  expect(host.querySelectorAll("canvas")).toHaveLength(1);
  expect(Math.max(...samplesOf(host).flat())).toBeGreaterThan(60);
});

test("a table falls back to the other renderer after two drawing failures in ten seconds", async () => {
  const { stage, faults, state } = await fragile(["webgl", "canvas"]);
  expect(stage.renderer).toBe("webgl");
  state.broken = 2;
  await vi.waitFor(() => expect(stage.renderer).toBe("canvas"), PATIENTLY);
  const drawn = stage.framesDrawn;
  await vi.waitFor(() => expect(stage.framesDrawn).toBeGreaterThan(drawn), PATIENTLY);
  expect(faults).toEqual([[REPORT, false]]);
});

test("a table that cannot be drawn in any way reports the error", async () => {
  const { host, faults, state } = await fragile(["canvas"]);
  state.broken = Infinity;
  await vi.waitFor(() => expect(faults.at(-1)).toEqual([REPORT, true]), PATIENTLY);
  expect(faults).toEqual([
    [REPORT, false],
    [REPORT, true],
  ]);
  expect(host.childElementCount).toBe(0);
});
