import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import { Stage } from "../../../components/stage/stage.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { frames, hostOf, PATIENTLY, REST_MS, view } from "./stages.ts";

const FRAME_MS = 16;
const FRAMES = 30;

beforeAll(() => {
  // A machine of tests has no GPU: it gets the name of one.
  const { getParameter } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getParameter = function (name: number): unknown {
    const value: unknown = Reflect.apply(getParameter, this, [name]);
    return typeof value === "string" && /SwiftShader|llvmpipe/.test(value) ? "A GPU" : value;
  };
});

// The cause: it was drawn every 50 ms, and stuttered where frames cost nothing.
test("a hand that moves while a table is at rest moves in every frame on a GPU", async () => {
  const drawn: number[] = [];
  const hand: Extras<DragonTigerOutcome, unknown, never, number> = {
    pose: (_, elapsedMs) => elapsedMs,
    stirs: () => true,
    build: () => ({ resize() {}, show: (ms) => void drawn.push(ms) }),
  };
  const { signal } = new AbortController();
  const moving = { ...scene, loadExtras: async () => hand };
  const stage = await Stage.create(hostOf(400, 200), moving, { signal, renderers: ["webgl"] });
  onTestFinished(() => stage.destroy());
  let elapsedMs = REST_MS;
  stage.show(view("betting"), () => elapsedMs);
  await vi.waitFor(() => expect(drawn).not.toHaveLength(0), PATIENTLY);
  const before = drawn.length;
  for (let i = 0; i < FRAMES; i++) {
    elapsedMs += FRAME_MS;
    await frames(1);
  }
  expect(drawn.length - before).toBeGreaterThanOrEqual(FRAMES - 1);
});
