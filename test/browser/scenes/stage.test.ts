import { describe, expect, onTestFinished, test, vi } from "vitest";
import { loadBets } from "../../../components/element/bets/load-bets.ts";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { betsWon } from "../../components/scenes/states.ts";
import {
  contextOf,
  difference,
  frames,
  hostOf,
  isSame,
  PATIENTLY,
  samplesOf,
  stageIn,
  REST_MS,
  view,
} from "./stages.ts";

// All tests that need WebGL are in this file, because files run in parallel and contexts are scarce.

function nextCanvas(host: HTMLElement): Promise<number[][]> {
  return new Promise((resolve) => {
    // The stage draws in the task that adds its canvas, and this runs at the end of that task: later, a WebGL canvas
    // can read as empty.
    const watch = new MutationObserver((changes) => {
      if (changes.some((change) => change.addedNodes.length > 0)) {
        watch.disconnect();
        resolve(samplesOf(host));
      }
    });
    watch.observe(host, { childList: true });
  });
}

describe.each(["webgl", "canvas"] as const)("a table drawn by %s", (kind) => {
  test("the table does not draw frames while nothing moves", async () => {
    const host = hostOf(400, 220);
    const stage = await stageIn(host, { renderers: [kind] });
    stage.show(view("betting"), () => 0);
    await frames(3);
    const drawn = stage.framesDrawn;
    await frames(20);
    expect(stage.framesDrawn).toBe(drawn);
  });

  test("the table removes its canvas when it closes", async () => {
    const host = hostOf(400, 220);
    const stage = await stageIn(host, { renderers: [kind] });
    stage.show(view("revealing"), () => 0);
    stage.destroy();
    stage.destroy();
    stage.show(view("result"), () => 0);
    await frames(3);
    expect(host.childElementCount).toBe(0);
  });
});

describe("a table in any browser", () => {
  test("a table looks the same in WebGL and in a 2D canvas", async () => {
    const drawn = [];
    for (const kind of ["webgl", "canvas"] as const) {
      const host = hostOf(830, 440);
      const stage = await stageIn(host, { renderers: [kind] });
      stage.show(view("result"), () => REST_MS);
      drawn.push(samplesOf(host));
    }
    expect(difference(drawn[0] ?? [], drawn[1] ?? [])).toBeLessThan(2);
  });

  test("a table avoids WebGL if it is emulated in software", async () => {
    const probe = document.createElement("canvas").getContext("webgl2");
    const names = probe?.getExtension("WEBGL_debug_renderer_info");
    const name = String(names && probe?.getParameter(names.UNMASKED_RENDERER_WEBGL));
    const stage = await stageIn(hostOf(400, 220));
    expect(stage.renderer).toBe(/SwiftShader|llvmpipe/.test(name) ? "canvas" : "webgl");
  });

  test("a table shows every state at rest if the viewer prefers reduced motion", async () => {
    const host = hostOf(400, 220);
    const stage = await stageIn(host, { renderers: ["canvas"], motionless: true });
    stage.show(view("revealing"), () => 0);
    const motionless = samplesOf(host);
    await frames(5);
    expect(stage.framesDrawn).toBe(1);
    stage.motionless = false;
    stage.show(view("revealing"), () => REST_MS);
    expect(isSame(motionless, samplesOf(host))).toBe(true);
    stage.show(view("revealing"), () => 0);
    expect(difference(motionless, samplesOf(host))).toBeGreaterThan(5);
  });

  test("a table stops moving as soon as reduced motion is requested during a reveal", async () => {
    const host = hostOf(400, 220);
    const stage = await stageIn(host);
    stage.show(view("revealing"), () => 300);
    stage.motionless = true;
    const drawn = stage.framesDrawn;
    await frames(5);
    expect(stage.framesDrawn).toBe(drawn);
  });

  test("a table always has the size of its container", async () => {
    const host = hostOf(400, 220);
    const stage = await stageIn(host);
    stage.show(view("result"), () => REST_MS);
    const drawn = stage.framesDrawn;
    host.style.width = "300px";
    host.style.height = "500px";
    await vi.waitFor(() => expect(stage.framesDrawn).toBe(drawn + 1), PATIENTLY);
    const canvas = host.querySelector("canvas");
    expect([canvas?.clientWidth, canvas?.clientHeight]).toEqual([300, 500]);
    // A zoomed page has more pixels.
    vi.spyOn(globalThis, "devicePixelRatio", "get").mockReturnValue(2);
    onTestFinished(() => void vi.restoreAllMocks());
    stage.show(view("result"), () => REST_MS);
    await vi.waitFor(() => expect(stage.framesDrawn).toBe(drawn + 2), PATIENTLY);
    expect([canvas?.width, canvas?.clientWidth]).toEqual([600, 300]);
  });

  test("a hidden table is not drawn", async () => {
    const host = hostOf(400, 220);
    const stage = await stageIn(host);
    stage.show(view("result"), () => REST_MS);
    const drawn = stage.framesDrawn;
    stage.visible = false;
    stage.show(view("betting"), () => 300);
    await frames(3);
    expect(stage.framesDrawn).toBe(drawn);
    stage.visible = true;
    stage.show(view("result"), () => REST_MS);
    expect(stage.framesDrawn).toBe(drawn);
    stage.show(view("betting"), () => 300);
    expect(stage.framesDrawn).toBe(drawn + 1);
  });

  test("a table that loses its WebGL context soon shows the same picture again", async () => {
    const host = hostOf(400, 220);
    const stage = await stageIn(host, { renderers: ["webgl", "canvas"] });
    stage.addBets((await loadBets("dragontiger"))!.betLayer);
    stage.show({ ...view("result"), bets: betsWon("tie", 8, 0) }, () => REST_MS);
    const before = samplesOf(host);

    for (const kind of ["webgl", "canvas"] as const) {
      const restored = nextCanvas(host);
      const lost = host.querySelector("canvas");
      contextOf(lost).getExtension("WEBGL_lose_context")?.loseContext();
      expect(difference(before, await restored)).toBeLessThan(4);
      expect(host.querySelectorAll("canvas")).toHaveLength(1);
      expect(lost?.isConnected).toBe(false);
      expect(stage.renderer).toBe(kind);
    }
  });

  test("a table that React's StrictMode remounts is drawn once", async () => {
    const host = hostOf(400, 220);
    const ending = new AbortController();
    const first = Stage.create(host, scene, { signal: ending.signal });
    ending.abort(new Error("unmounted"));
    const second = stageIn(host);
    await expect(first).rejects.toThrow("unmounted");
    const stage = await second;
    stage.show(view("result"), () => REST_MS);
    expect(host.querySelectorAll("canvas")).toHaveLength(1);
    expect(stage.framesDrawn).toBe(1);
  });
});
