/*
 * What is read in the corners of a close-up lay over the card: the gold pill of what there is to beat over the J of an
 * index, the name of the banker over the 6 of another. And the open card was cut by the upper edge as the camera left.
 */
import { describe, expect, test } from "vitest";
import * as coupCamera from "../../../components/scenes/baccarat/camera.ts";
import { cardsByName } from "../../../components/scenes/baccarat/gestures.ts";
import type { BaccaratPose } from "../../../components/scenes/baccarat/pose.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duelCamera from "../../../components/scenes/dragontiger/camera.ts";
import type { DragonTigerPose } from "../../../components/scenes/dragontiger/pose.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { CameraPose } from "../../../components/stage/cards/camera.ts";
import type { CardPose, Spot } from "../../../components/stage/cards/dealing.ts";
import { DEPTH } from "../../../components/stage/cards/depths.ts";
import { filmedBy } from "../../../components/stage/cards/filming.ts";
import type { FilmedTable } from "../../../components/stage/cards/filming.ts";
import { asideAt } from "../../../components/stage/cards/framing.ts";
import type { Placement } from "../../../components/stage/kit.ts";
import { CARD_RATIO } from "../../../components/stage/measures.ts";
import type { CloseUp } from "../../../components/stage/pixi/close-up.ts";
import type { Play, Scene, Size } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { BOXES } from "./boxes.ts";
import { isSeen, overlap, textBox } from "./recording-kit.ts";
import type { Recorded } from "./recording-kit.ts";
import { viewOf } from "./states.ts";
import { treeKit } from "./tree-kit.ts";

/** The boxes of the usual tables, of 1280x720 and of a tall one. */
const SIZES = [...BOXES, { width: 1280, height: 480 }, { width: 300, height: 420 }];
const REVEAL_MS = 9_000;
const STEP_MS = 60;

type AnyTable = FilmedTable<unknown>;
type CameraOf = (view: Play<unknown>, ms: number, pose: unknown) => CameraPose;
type Box = Size & { x: number; y: number };

const tables = [
  {
    slug: "baccarat",
    scene: baccarat as unknown as Scene<unknown, unknown>,
    cameraOf: coupCamera.cameraOf as unknown as CameraOf,
    cardsOf: (pose: unknown): Record<string, CardPose> => cardsByName(pose as BaccaratPose),
  },
  {
    slug: "dragontiger",
    scene: dragontiger as unknown as Scene<unknown, unknown>,
    cameraOf: duelCamera.cameraOf as unknown as CameraOf,
    cardsOf: (pose: unknown): Record<string, CardPose> => ({ ...(pose as DragonTigerPose).cards }),
  },
];

interface Point {
  x: number;
  y: number;
}

/** Where a point of a group is seen that stands there. */
function seenIn({ x, y, scale = 1, angle = 0 }: Placement, at: Point): Point {
  const [cos, sin] = [Math.cos(angle) * Number(scale), Math.sin(angle) * Number(scale)];
  return { x: x + at.x * cos - at.y * sin, y: y + at.x * sin + at.y * cos };
}

/** The box around a card on a table that stands there. */
function cardBox(table: Placement, { x, y, angle, lean = 0 }: Spot, widthPx: number): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [-0.5, 0.5].flatMap((across) =>
    [-0.5, 0.5].map((down) => {
      const [dx, dy] = [across * widthPx, down * widthPx * CARD_RATIO];
      const lower = dx * sin + dy * cos;
      return seenIn(table, { x: x + dx * cos - dy * sin + lean * lower, y: y + lower });
    }),
  );
  const [xs, ys] = [corners.map((at) => at.x), corners.map((at) => at.y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, foot] = [Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + foot) / 2, width: right - left, height: foot - top };
}

/** The box of a picture or a word in a group on the table. */
function markBox(table: Placement, group: Placement, part: Recorded): Box {
  const { x, y } = seenIn(table, seenIn(group, part.at));
  const scale = Number(part.at.scale ?? 1);
  const { width, height } = part.kind === "label" ? textBox(part) : part.size;
  return { x, y, width: width * scale, height: height * scale };
}

describe.each(tables)("a close-up of $slug", ({ slug, scene, cameraOf, cardsOf }) => {
  const all = fixtures[slug] ?? [];

  /** Looks at all moments of the reveals of all outcomes. */
  function look(
    size: Size,
    see: (seen: {
      what: string;
      camera: CameraPose;
      /** All cards that lie on the table, in focus, by their names. */
      cards: ReadonlyMap<string, Box>;
      marks: readonly Box[];
      depths: readonly (number | undefined)[];
      /** Whether the table is seen so large that what is pinned has left its place. */
      isAside: boolean;
    }) => void,
  ): void {
    for (const [i, { title, outcome }] of all.entries()) {
      const view: Play = { ...viewOf(slug, outcome, "revealing", 7 + i), revealMs: REVEAL_MS };
      const { kit, placed, drawn } = treeKit();
      const table = scene.build(kit, view) as AnyTable;
      const closeUp = {} as CloseUp;
      const film = filmedBy<unknown, unknown, AnyTable>(cameraOf, () => 0, cardsOf, closeUp);
      const poseAt = (ms: number) => scene.pose(view, ms);
      const filming = film.build(kit, view, table);
      table.resize(size);
      filming.resize(size);
      for (let ms = 0; ms < REVEAL_MS; ms += STEP_MS) {
        const pose = film.pose(view, ms, poseAt(ms), poseAt);
        table.show(poseAt(ms));
        filming.show(pose);
        const { camera } = pose;
        const stands = placed.get(table.table) ?? { x: 0, y: 0 };
        const cards = new Map<string, Box>();
        for (const [name, { travel }] of Object.entries(pose.cards)) {
          const spot = table.cardNamed(name)?.spot;
          const isSharp = camera.blur < 0.5 || name === camera.close?.name;
          if (spot && travel === 1 && isSharp) {
            cards.set(name, cardBox(stands, spot, table.cardWidth));
          }
        }
        const seen = table.pinned.filter(({ node }) => (placed.get(node)?.alpha ?? 1) > 0.02);
        const marks = seen.flatMap(({ node }) =>
          drawn(node)
            .filter(isSeen)
            .map((part) => markBox(stands, placed.get(node) ?? { x: 0, y: 0 }, part)),
        );
        const depths = table.pinned.map(({ node }) => placed.get(node)?.depth);
        const isAside = asideAt(Number(stands.scale ?? 1)) > 0;
        see({ what: `"${title}" at ${ms} ms`, camera, cards, marks, depths, isAside });
      }
    }
  }

  test.each(SIZES)("has no word and no total on a card, in $width x $height", (size) => {
    const found = new Set<string>();
    let looks = 0;
    look(size, ({ what, cards, marks }) => {
      looks += marks.length;
      if (marks.some((mark) => [...cards.values()].some((card) => overlap(mark, card)))) {
        found.add(what);
      }
    });
    expect([...found]).toEqual([]);
    expect(looks).toBeGreaterThan(all.length);
  });

  test.each(SIZES)("has what is read over the hand that squeezes, in $width x $height", (size) => {
    const [close, wide] = [new Set<boolean>(), new Set<boolean>()];
    look(size, ({ camera: { push }, depths, isAside }) => {
      const isOver = depths.map((depth) => (depth ?? Number.NaN) > DEPTH.hands);
      // Where there is no room for a close-up totals stay on the table.
      if (push === 1 && isAside) {
        isOver.forEach((over) => close.add(over));
      } else if (push === 0 && slug === "baccarat") {
        isOver.forEach((over) => wide.add(over));
      }
    });
    expect([...close].filter((isOver) => !isOver)).toEqual([]);
    // On its place on the table it lies beneath them.
    expect([...wide].filter((isOver) => isOver)).toEqual([]);
  });

  test.each(SIZES)("shows all of the card until the table is back, in $width x $height", (size) => {
    const found = new Set<string>();
    let looks = 0;
    look(size, ({ what, camera: { close, from, to, whole }, cards }) => {
      const box = close && cards.get(close.name);
      const isLifted = close && close.pose.turn > 0 && (from === close.name || to === close.name);
      if (!box || !isLifted || whole > 0) {
        return;
      }
      looks += 1;
      const air = Math.min(
        box.x - box.width / 2,
        box.y - box.height / 2,
        size.width - box.x - box.width / 2,
        size.height - box.y - box.height / 2,
      );
      if (air < 2) {
        found.add(`${what}: ${air}`);
      }
    });
    expect([...found]).toEqual([]);
    expect(looks).toBeGreaterThan(all.length);
  });
});
