import { expect, onTestFinished, test, vi } from "vitest";
import { loadScene, toPlay } from "../../../components/scenes/load-scene.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { fixtures } from "../../../src/hud/table/all-fixtures.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { hostOf, PATIENTLY } from "./stages.ts";

const [WIDTH, HEIGHT] = [390, 180] as const;
const ROUND = 8;

const CARDS = [
  ["betting", 6_000],
  ["betting", 13_000],
  ["revealing", 1_400],
  ["revealing", 6_000],
  ["result", 700],
  ["result", 3_000],
  ["waiting", 500],
] as const;
const MOMENTS: Readonly<Record<string, readonly (readonly [Phase, number])[]>> = {
  dragontiger: CARDS,
  baccarat: CARDS,
  bigsixball: [
    ["betting", 2_000],
    ["betting", 9_000],
    ["revealing", 4_000],
    ["revealing", 9_000],
    ["revealing", 15_000],
    ["result", 4_000],
  ],
};

const cases = Object.entries(MOMENTS).flatMap(([slug, moments]) =>
  moments.map(([phase, elapsedMs]) => ({ slug, phase, elapsedMs })),
);

test.each(cases)(
  "$slug at $elapsedMs ms of $phase matches its golden picture",
  async ({ slug, phase, elapsedMs }) => {
    const host = hostOf(WIDTH, HEIGHT);
    const scene = await loadScene(slug);
    const { signal } = new AbortController();
    const stage = await Stage.create(host, scene, { signal, paused: true, renderers: ["canvas"] });
    onTestFinished(() => stage.destroy());
    const outcome = ROUND % (fixtures[slug]?.length ?? 1);
    const view = previewView({ slug, round: ROUND, phase, elapsedMs, outcome, lang: "en" });
    stage.show(toPlay(view as TableView) as Play, () => elapsedMs);
    await vi.waitFor(() => expect(stage.framesDrawn).toBeGreaterThan(0), PATIENTLY);
    // Two runs draw the same pixels, even on a busy machine. One letter on the felt makes a difference of 2 to 4.
    await expect.element(host).toMatchScreenshot(`${slug}-${phase}-${elapsedMs}`, {
      comparatorName: "blocks",
      comparatorOptions: { maxDifference: 2 },
    });
  },
);
