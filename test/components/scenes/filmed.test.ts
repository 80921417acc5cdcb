import { describe, expect, test } from "vitest";
import * as coupCamera from "../../../components/scenes/baccarat/camera.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duelCamera from "../../../components/scenes/dragontiger/camera.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { CameraPose } from "../../../components/stage/cards/camera.ts";
import { CARD_RATIO } from "../../../components/stage/measures.ts";
import type { Play, Scene, Size } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { BOXES } from "./boxes.ts";
import { filmedTable } from "./film-kit.ts";
import type { CameraOf } from "./film-kit.ts";
import { viewOf } from "./states.ts";

const tables = [
  ["baccarat", baccarat, coupCamera.cameraOf],
  ["dragontiger", dragontiger, duelCamera.cameraOf],
] as unknown as readonly (readonly [string, Scene<unknown, unknown>, CameraOf])[];

const REVEAL_MS = 9_000;
const STEP_MS = 20;

/** What is seen at a moment, in ms: how far down and how large the table is, in CSS pixels, and how much of it is in focus. */
interface Shot {
  ms: number;
  camera: CameraPose;
  y: number;
  scale: number;
  focus: number;
}

function shotsOf(
  [slug, scene, cameraOf]: (typeof tables)[number],
  outcome: unknown,
  round: number,
  size: Size,
): { shots: Shot[]; cardPx: number } {
  const view: Play = { ...viewOf(slug, outcome, "revealing", round), revealMs: REVEAL_MS };
  const { table, placed, show } = filmedTable(scene, cameraOf, view, size);
  const shots = Array.from({ length: REVEAL_MS / STEP_MS }, (_, i) => {
    const ms = i * STEP_MS;
    const camera = show(ms);
    const { y = 0, scale = 1 } = placed.get(table.table) ?? {};
    const { alpha = 1 } = placed.get(table.ground) ?? {};
    return { ms, camera, y, scale: Number(scale), focus: alpha };
  });
  return { shots, cardPx: table.cardWidth };
}

describe.each(tables)("the camera over %s", (...table) => {
  const [slug] = table;
  const all = fixtures[slug] ?? [];

  test("shakes the table for a moment as a card lands on it, and never shows its edge", () => {
    const size = BOXES[0];
    for (const [i, { outcome }] of all.entries()) {
      const { shots } = shotsOf(table, outcome, 7 + i, size);
      const wide = shots.filter(({ camera }) => camera.push === 0);
      const downPx = ({ y, scale }: Shot) => y + ((scale - 1) * size.height) / 2;
      const moved = wide.filter((shot) => Math.abs(downPx(shot)) > 0.01);
      expect(Math.max(...moved.map((shot) => Math.abs(downPx(shot))))).toBeGreaterThan(0.5);
      // It was still before the first card came down, and is so again before the first is looked at.
      expect(moved.at(0)?.ms).toBeGreaterThan(wide.at(0)?.ms ?? 0);
      expect(downPx(wide.filter(({ ms }) => ms < 700).at(-1) as Shot)).toBe(0);
      for (const { y, scale } of moved) {
        expect(y).toBeLessThan(0.01);
        expect(y + scale * size.height).toBeGreaterThan(size.height - 0.01);
      }
    }
  });

  test.each(BOXES)(
    "shows the card that decides 1.9 times as large, or as large as fits, in $width x $height",
    (size) => {
      const { shots, cardPx } = shotsOf(table, all[0]?.outcome, 7, size);
      const scale = Math.max(...shots.map((shot) => shot.scale));
      const fills = (scale * cardPx * CARD_RATIO) / size.height;
      expect(scale >= 1.9 || fills > 0.7).toBe(true);
      expect(fills).toBeLessThan(1);
    },
  );

  test("has nothing in focus but the card that decides, for as long as it is squeezed", () => {
    for (const [i, { outcome }] of all.entries()) {
      const { shots } = shotsOf(table, outcome, 7 + i, BOXES[0]);
      const squeezed = shots.filter(({ camera: { push, close } }) => {
        const turn = close?.pose.turn ?? 0;
        return push >= 0.84 && turn > 0 && turn < 1;
      });
      expect(squeezed.length).toBeGreaterThan(1_000 / STEP_MS);
      expect(squeezed.filter(({ focus }) => focus > 0)).toEqual([]);
      expect(shots.at(-1)?.focus).toBe(1);
    }
  });
});
