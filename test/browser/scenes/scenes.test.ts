import { expect, test } from "vitest";
import { loadScene } from "../../../components/scenes/load-scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { findGame, slugs } from "../../../src/games/index.ts";
import { PHASES } from "../../../src/round/phases.ts";
import { viewOf } from "../../components/scenes/states.ts";
import { difference, hostOf, samplesOf } from "./stages.ts";

/** The picture's boxes in embeds of 830x553, 390x260, 390x700 and 320x213. */
const BOXES = [
  [830, 440],
  [390, 180],
  [390, 560],
  [320, 135],
] as const;

const cases = slugs.flatMap((slug) => BOXES.map(([width, height]) => ({ slug, width, height })));

test.each(cases)(
  "$slug is drawn in $width x $height in every phase",
  async ({ slug, width, height }) => {
    let dealt = 0;
    const outcome = findGame(slug)?.deal({ below: (limit) => (dealt += 7) % limit });
    const host = hostOf(width, height);
    const scene = await loadScene(slug);
    const ending = new AbortController();
    const stage = await Stage.create(host, scene, { signal: ending.signal, renderers: ["canvas"] });
    const seen = PHASES.map((phase) => {
      // Mid-phase, except for the final result, and the podium as it is removed.
      const elapsedMs = phase === "revealing" ? 2_300 : phase === "waiting" ? 1_300 : 5_000;
      stage.show(viewOf(slug, outcome, phase), () => elapsedMs);
      return samplesOf(host);
    });
    ending.abort();
    for (const [i, one] of seen.entries()) {
      for (const other of seen.slice(i + 1)) {
        expect(difference(one, other)).toBeGreaterThan(0.3);
      }
    }
  },
);
