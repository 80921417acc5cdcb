import { expect, onTestFinished, test, vi } from "vitest";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import type { DuelTable } from "../../../components/scenes/dragontiger/table.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Scene } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { hostOf, samplesOf, view } from "./stages.ts";

/** Covers all of the table in white at first, and half of it when it was shown for a second. */
const sheet: Extras<DragonTigerOutcome, unknown, DuelTable, number> = {
  pose: (_, elapsedMs) => (elapsedMs < 1_000 ? 1 : 0.5),
  restsAfterMs: () => 1_000,
  build(kit, _, drawing) {
    const picture = kit.picture();
    drawing.root.add(picture);
    let width = 0;
    return {
      resize(size) {
        ({ width } = size);
        picture.paint(size, (context, box) => {
          context.fillStyle = "#ffffff";
          context.fillRect(0, 0, box.width, box.height);
        });
      },
      show: (share) => picture.place({ x: (share - 0.5) * width, y: 100 }),
    };
  },
};

/** A stage of Dragon Tiger that is shown betting, and how far its phase has run. */
async function betting(loadExtras: Required<Scene<DragonTigerOutcome, unknown>>["loadExtras"]) {
  const host = hostOf(400, 200);
  const { signal } = new AbortController();
  const stage = await Stage.create(host, { ...scene, loadExtras }, { signal });
  onTestFinished(() => stage.destroy());
  const clock = { elapsedMs: 0 };
  stage.show(view("betting"), () => clock.elapsedMs);
  return { host, stage, clock };
}

/** How much of a host's picture is white, 0 to 1. */
const white = (host: HTMLElement): number => {
  const samples = samplesOf(host);
  return samples.filter((rgb) => rgb.every((channel) => channel > 250)).length / samples.length;
};

// The cause: parts whose request had failed once were missing until the page was loaded anew.
test("a table whose later parts cannot be loaded goes on without them, and has them once they can be", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const loadExtras = vi
    .fn<() => Promise<typeof sheet>>(async () => sheet)
    .mockRejectedValueOnce(new Error("the network failed"));
  const { host, stage } = await betting(loadExtras);
  await vi.advanceTimersByTimeAsync(0);
  expect(warn).toHaveBeenCalledOnce();
  stage.show(view("result"), () => 0);
  expect(white(host)).toBeLessThan(0.1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(white(host)).toBeGreaterThan(0.9);
});
