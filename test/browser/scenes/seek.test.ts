import { expect, onTestFinished, test } from "vitest";
import { loadScene } from "../../../components/element/load-scene.ts";
import type { Scene } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { findGame, slugs } from "../../../src/games/index.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import { viewOf } from "../../components/scenes/states.ts";
import { ROUNDED } from "../../support/canvas-picture.ts";
import { completed, hostOf } from "./stages.ts";

/** So many moments of a reveal are looked at, which share no divisor with the steps between them. */
const COUNT = 11;

/** Everything that is drawn on a host's canvas. */
function pixelsOf(host: HTMLElement): Uint8ClampedArray {
  const canvas = host.querySelector("canvas");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas?.width ?? 1, canvas?.height ?? 1];
  const context = copy.getContext("2d", { willReadFrequently: true });
  if (!canvas || !context) {
    throw new Error("There is nothing drawn to look at.");
  }
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data;
}

/** How many of their values, 0 to 255, two pictures do not share: what is kept as it lies was rounded once more. */
function differing(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  return one.reduce(
    (sum, value, i) => sum + (Math.abs(value - (other[i] ?? 0)) <= ROUNDED ? 0 : 1),
    0,
  );
}

/** A stage of a game in its reveal that stands wherever it is asked to, with all that is loaded later. */
async function heldStage(slug: string) {
  const game = findGame(slug);
  let dealt = 3;
  const outcome = game?.deal({ below: (limit) => (dealt += 7) % limit });
  const view = { ...viewOf(slug, outcome, "revealing"), revealMs: revealMsOf(slug) };
  const scene = (await loadScene(slug)) as Scene<unknown, unknown>;
  const host = hostOf(400, 266);
  const { signal } = new AbortController();
  const options = { signal, held: true, tier: 0, renderers: ["canvas"] } as const;
  const stage = await Stage.create(host, scene, options);
  onTestFinished(() => stage.destroy());
  stage.show(view, () => 0);
  await completed(stage);
  return (atMs: number) => {
    stage.show(view, () => atMs);
    return pixelsOf(host);
  };
}

const revealMsOf = (slug: string): number => {
  const game = findGame(slug);
  return game ? phaseLengthMs("revealing", game) : 0;
};

test.each(slugs)(
  "a moment of %s is drawn the same, pixel by pixel, from wherever it is reached",
  async (slug) => {
    const moments = Array.from({ length: COUNT }, (_, i) => (revealMsOf(slug) * (i + 0.5)) / COUNT);
    const [forwards, backwards, jumping] = [
      await heldStage(slug),
      await heldStage(slug),
      await heldStage(slug),
    ];
    const seen = moments.map((atMs) => forwards(atMs));
    const back = moments.toReversed().map((atMs) => backwards(atMs));
    for (const [i, atMs] of moments.entries()) {
      jumping(moments[(i * 5 + 3) % COUNT] ?? 0);
      const picture = seen[i] ?? new Uint8ClampedArray();
      const [reached, jumped] = [back[COUNT - 1 - i] ?? picture, jumping(atMs)];
      expect({
        atMs,
        backwards: differing(picture, reached),
        jumping: differing(picture, jumped),
      }).toEqual({ atMs, backwards: 0, jumping: 0 });
    }
  },
);
