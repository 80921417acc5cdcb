import { expect, onTestFinished, test } from "vitest";
import { loadScene } from "../../../components/element/load-scene.ts";
import type { Scene } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { slugs } from "../../../src/games/index.ts";
import { viewOf } from "../../components/scenes/states.ts";
import { completed, hostOf, isSame, samplesOf } from "./stages.ts";

/** Both the same width and height as the host: each pixel is a sample. */
const [WIDE, HIGH] = [415, 276];
const LENGTH_MS = 15_000;
/** A quarter of a second, as hands move in software. */
const STEP_MS = 250;

/** A stage of a game that takes bets, with all that is loaded later, held wherever it is asked to. */
async function bettingOf(slug: string) {
  const view = { ...viewOf(slug, {}, "betting"), closesAtMs: LENGTH_MS };
  const scene = (await loadScene(slug)) as Scene<unknown, unknown>;
  const host = hostOf(WIDE, HIGH);
  const { signal } = new AbortController();
  const options = { signal, held: true, tier: 0, renderers: ["canvas"] } as const;
  const stage = await Stage.create(host, scene, options);
  onTestFinished(() => stage.destroy());
  stage.show(view, () => 0);
  await completed(stage);
  return (atMs: number) => {
    stage.show(view, () => atMs);
    return samplesOf(host, WIDE, HIGH);
  };
}

/** What the 2D canvas was told to paint, in shares of it. */
function countPainted(canvasWide: number) {
  const painted: number[] = [];
  const { rect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.rect = function (...box) {
    if (this.canvas.width === canvasWide && this.canvas.isConnected) {
      painted.push((box[2] * box[3]) / (this.canvas.width * this.canvas.height));
    }
    rect.apply(this, box);
  };
  onTestFinished(() => {
    CanvasRenderingContext2D.prototype.rect = rect;
  });
  return () => painted.splice(0).reduce((sum, share) => sum + share, 0);
}

test.each(slugs)(
  "what moves while %s takes bets is drawn alone, and leaves nothing of it behind",
  async (slug) => {
    const [following, coming] = [await bettingOf(slug), await bettingOf(slug)];
    const paintedBy = countPainted(WIDE);
    const between: number[] = [];
    const others: number[] = [];
    for (let atMs = 3_000; atMs < LENGTH_MS - 4_000; atMs += STEP_MS) {
      paintedBy();
      const picture = following(atMs);
      const share = paintedBy();
      if (atMs % 1_000 !== 0) {
        between.push(share);
      }
      if (atMs % 1_250 === 0) {
        // From far away: all of it is drawn anew.
        coming(0);
        if (!isSame(picture, coming(atMs))) {
          others.push(atMs);
        }
      }
    }
    expect(others).toEqual([]);
    // Between two seconds nothing moves but hands or balls, and dust.
    expect(Math.max(...between)).toBeLessThan(0.6);
    expect(Math.max(...between)).toBeGreaterThan(0);
  },
);
