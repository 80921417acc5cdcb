import { describe, expect, test } from "vitest";
import * as coupCamera from "../../../components/scenes/baccarat/camera.ts";
import { rarity as coupRarity } from "../../../components/scenes/baccarat/rarity.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duelCamera from "../../../components/scenes/dragontiger/camera.ts";
import { rarity as duelRarity } from "../../../components/scenes/dragontiger/rarity.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Spot } from "../../../components/stage/cards/dealing.ts";
import type { FilmedTable } from "../../../components/stage/cards/filming.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import { CARD_RATIO } from "../../../components/stage/measures.ts";
import type { Drawing, Play, Scene, Size } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { BOXES } from "./boxes.ts";
import { filmedTable } from "./film-kit.ts";
import type { CameraOf } from "./film-kit.ts";
import { isSeen } from "./recording-kit.ts";
import type { Recorded } from "./recording-kit.ts";
import { viewOf } from "./states.ts";
import { treeKit } from "./tree-kit.ts";

/** The boxes of the usual tables, and of 1280x720. */
const SIZES = [...BOXES, { width: 1280, height: 480 }];

type AnyTable = FilmedTable<unknown>;
type AnyScene = Scene<unknown, unknown>;
type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;

const tables = [
  {
    slug: "baccarat",
    scene: baccarat as unknown as AnyScene,
    rarity: coupRarity as unknown as AnyExtras,
    cameraOf: coupCamera.cameraOf as unknown as CameraOf,
  },
  {
    slug: "dragontiger",
    scene: dragontiger as unknown as AnyScene,
    rarity: duelRarity as unknown as AnyExtras,
    cameraOf: duelCamera.cameraOf as unknown as CameraOf,
  },
];

function isOver({ at }: Recorded, { x, y, angle }: Spot, box: Size): boolean {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [at.x - x, at.y - y];
  return (
    Math.abs(dx * cos + dy * sin) < box.width / 2 && Math.abs(dy * cos - dx * sin) < box.height / 2
  );
}

describe.each(tables)("on a table of $slug", ({ slug, scene, rarity, cameraOf }) => {
  const all = fixtures[slug] ?? [];
  const play = (outcome: unknown, phase: "revealing" | "result", round = 7): Play => ({
    ...viewOf(slug, outcome, phase, round),
    revealMs: 9_000,
    resultMs: 4_000,
  });

  test.each(SIZES)("a squeezed card stands in the middle of $width x $height", (size) => {
    let looks = 0;
    for (const [i, { title, outcome }] of all.entries()) {
      const view = play(outcome, "revealing", 7 + i);
      const { table, placed, show } = filmedTable(scene, cameraOf, view, size);
      for (let ms = 0; ms < 9_000; ms += 100) {
        const { close, push } = show(ms);
        const { x = 0, scale = 1, angle = 0 } = placed.get(table.table) ?? {};
        const spot = close && table.cardNamed(close.name)?.spot;
        if (!spot || push < 0.84 || close.pose.turn === 0 || close.pose.turn === 1) {
          continue;
        }
        looks += 1;
        const across = spot.x * Math.cos(angle) - spot.y * Math.sin(angle);
        const off = Math.abs(x + across * Number(scale) - size.width / 2) / size.width;
        expect(off, `"${title}" at ${ms} ms`).toBeLessThan(0.1);
      }
    }
    expect(looks).toBeGreaterThan(all.length);
  });

  test.each(SIZES)("nothing flies over the cards of a tie, in $width x $height", (size) => {
    const ties = all.filter(
      ({ outcome }) => (play(outcome, "result").state as { result?: string }).result === "tie",
    );
    expect(ties.length).toBeGreaterThan(1);
    for (const { title, outcome } of ties) {
      const view = play(outcome, "result");
      const { kit, drawn } = treeKit();
      const table = scene.build(kit, view) as AnyTable;
      const rare = rarity.build(kit, view, table);
      table.resize(size);
      rare.resize(size);
      const box = { width: table.cardWidth, height: table.cardWidth * CARD_RATIO };
      let under = 0;
      for (let ms = 50; ms < 3_000; ms += 50) {
        const pose = scene.pose(view, ms);
        table.show(pose);
        rare.show(rarity.pose(view, ms, pose, (at) => scene.pose(view, at)));
        const order = drawn(table.root);
        const cards = order.filter((part) => part.kind === "card" && isSeen(part));
        const top = Math.max(...cards.map((card) => order.indexOf(card)));
        const small = order.filter(
          (part) =>
            part.size.width > 0 &&
            part.kind !== "card" &&
            part.size.width < box.width * 0.5 &&
            isSeen(part),
        );
        const over = small.filter((part) =>
          cards.some(({ at }) => isOver(part, { angle: 0, ...at }, box)),
        );
        under += over.filter((part) => order.indexOf(part) < top).length;
        const flying = over.filter((part) => order.indexOf(part) > top);
        expect(flying, `"${title}" at ${ms} ms`).toEqual([]);
      }
      expect(under).toBeGreaterThan(0);
    }
  });
});
