import { onTestFinished, vi } from "vitest";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import { CHIPS_URL } from "../../../components/stage/bets/chip-pile.ts";
import { Pictures } from "../../../components/stage/pixi/pictures.ts";
import { Stage } from "../../../components/stage/stage.ts";
import type { StageOptions } from "../../../components/stage/stage.ts";
import { SHARED } from "../../../components/stage/table/card-table.ts";
import { PADDLE_URL } from "../../../components/stage/table/paddle.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import type { SceneView } from "../../../src/hud/table/view.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { viewOf } from "../../components/scenes/states.ts";

// After the browser has displayed a WebGL frame, its canvas reads as empty: two late samples were both black, and
// always equal, so the drawing buffer is preserved.
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (
  this: HTMLCanvasElement,
  kind: string,
  options?: object,
) {
  return Reflect.apply(getContext, this, [kind, { ...options, preserveDrawingBuffer: true }]);
} as typeof getContext;

/** Polls every few ms, with enough patience for a busy machine. */
export const PATIENTLY = { timeout: 120_000, interval: 10 };

const OUTCOME: DragonTigerOutcome = {
  dragon: { value: "K", suit: "H" },
  tiger: { value: "8", suit: "S" },
  result: "dragon",
};
export const view = (phase: Phase): SceneView => viewOf("dragontiger", OUTCOME, phase) as SceneView;
/** This long after a phase starts, nothing moves any more. */
export const REST_MS = 60_000;

export function hostOf(width: number, height: number): HTMLElement {
  const host = document.createElement("div");
  host.style.cssText = `width: ${width}px; height: ${height}px`;
  document.body.append(host);
  onTestFinished(() => host.remove());
  return host;
}

/** Loads every picture of every game before any stage needs it, so that a test's views are drawn immediately. */
const pictures = new Pictures(() => {});
const plates = import.meta.glob<string>("../../../src/games/*/plates/*.avif", {
  eager: true,
  query: "?url",
  import: "default",
});
const urls = [...Object.values(plates), ...Object.values(SHARED), PADDLE_URL, CHIPS_URL];
await vi.waitFor(
  () => {
    if (urls.some((url) => pictures.getOrLoad(url) === null)) {
      throw new Error("The table's pictures have not loaded yet.");
    }
  },
  { timeout: 120_000, interval: 20 },
);

export async function stageIn(
  host: HTMLElement,
  options: Partial<StageOptions> = {},
): Promise<Stage> {
  const { signal } = new AbortController();
  const stage = await Stage.create(host, scene, { signal, ...options });
  onTestFinished(() => stage.destroy());
  return stage;
}

export function contextOf(canvas: HTMLCanvasElement | null): WebGL2RenderingContext {
  const context = canvas?.getContext("webgl2");
  if (!context) {
    throw new Error("This canvas has no WebGL.");
  }
  return context;
}

export async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

const [COLUMNS, ROWS] = [24, 12];
/** The maximum difference between two drawings of one picture, 0 to 255, because colours are rounded. */
const ROUNDED = 3;

/** The picture on a host's canvas, reduced to a few samples of `[red, green, blue]`, 0 to 255. */
export function samplesOf(host: HTMLElement): number[][] {
  const canvas = host.querySelector("canvas");
  const small = document.createElement("canvas");
  [small.width, small.height] = [COLUMNS, ROWS];
  const context = small.getContext("2d");
  if (!canvas || !context) {
    throw new Error("Nothing is drawn on the canvas.");
  }
  context.drawImage(canvas, 0, 0, COLUMNS, ROWS);
  const { data } = context.getImageData(0, 0, COLUMNS, ROWS);
  return Array.from({ length: COLUMNS * ROWS }, (_, i) =>
    Array.from(data.subarray(4 * i, 4 * i + 3)),
  );
}

/** The mean difference between two sets of samples, 0 to 255. */
export function difference(one: readonly number[][], other: readonly number[][]): number {
  const all = one.flat().map((value, i) => Math.abs(value - (other.flat()[i] ?? 0)));
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}

export function isSame(one: readonly number[][], other: readonly number[][]): boolean {
  const others = other.flat();
  return one.flat().every((value, i) => Math.abs(value - (others[i] ?? 0)) <= ROUNDED);
}
