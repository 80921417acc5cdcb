import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as coupCamera from "../../../components/scenes/baccarat/camera.ts";
import { stakesAt as coupStakesAt } from "../../../components/scenes/baccarat/extras.ts";
import { cardsByName } from "../../../components/scenes/baccarat/gestures.ts";
import type { BaccaratPose } from "../../../components/scenes/baccarat/pose.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { stakesOf as stakesOfCoup } from "../../../components/scenes/baccarat/stakes.ts";
import { turnsOf } from "../../../components/scenes/baccarat/turns.ts";
import * as duelCamera from "../../../components/scenes/dragontiger/camera.ts";
import { stakesAt as duelStakesAt } from "../../../components/scenes/dragontiger/extras.ts";
import type { DragonTigerPose } from "../../../components/scenes/dragontiger/pose.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import { stakesOf as stakesOfDuel } from "../../../components/scenes/dragontiger/stakes.ts";
import type { CameraPose } from "../../../components/stage/cards/camera.ts";
import type { CardPose } from "../../../components/stage/cards/dealing.ts";
import { filmedBy } from "../../../components/stage/cards/filming.ts";
import type { FilmedTable } from "../../../components/stage/cards/filming.ts";
import type { Stake, Stakes } from "../../../components/stage/cards/stakes-said.ts";
import { listOf } from "../../../components/stage/cards/stakes.ts";
import type { Placement } from "../../../components/stage/kit.ts";
import { CARD_RATIO } from "../../../components/stage/measures.ts";
import type { CloseUp } from "../../../components/stage/pixi/close-up.ts";
import type { Play, Scene } from "../../../components/stage/scene.ts";
import { playCoup } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { compareCards } from "../../../src/games/dragontiger/game.ts";
import { langs } from "../../../src/i18n/langs.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { isSeen, overlap } from "./recording-kit.ts";
import { outcomesOf, viewOf } from "./states.ts";
import { treeKit } from "./tree-kit.ts";

/** Who is said to win with a value: exactly one side. */
function saidFor(stakes: readonly Stake[], value: Card["value"]): string {
  const found = stakes.filter(({ values }) => values.includes(value));
  expect(found).toHaveLength(1);
  return found[0]?.side ?? "";
}

describe("what is said to be at stake", () => {
  test("is what each value of the tiger's card settles, of whichever suit", () => {
    for (const value of VALUES) {
      const stakes = stakesOfDuel({ value, suit: "H" });
      for (const other of VALUES) {
        const settled = compareCards({ value, suit: "H" }, { value: other, suit: "H" });
        expect(saidFor(stakes, other)).toBe(settled);
      }
    }
  });

  test("is what each value of a coup's last card settles by the rules, whatever lies there", () => {
    let seen = 0;
    fc.assert(
      fc.property(outcomesOf<BaccaratOutcome>("baccarat"), fc.nat(99_999), (outcome, round) => {
        const coup = { round, ...outcome };
        const turn = turnsOf(coup, false).find(({ isLast }) => isLast);
        if (!turn) {
          return;
        }
        const { player_cards: player, banker_cards: banker } = outcome;
        const name = turn.hand === "player" ? "player_cards" : "banker_cards";
        const stakes = stakesOfCoup(coup, turn);
        for (const value of VALUES) {
          const card = { value, suit: "C" } as const;
          const own = outcome[name].with(turn.slot, card);
          const [one, other] = turn.hand === "player" ? [own, banker] : [player, own];
          const thirds = [...one.slice(2), ...other.slice(2)];
          const dealt = [one[0], other[0], one[1], other[1], ...thirds] as Card[];
          // Whatever came after it would change what is settled.
          const spare = { value: "9", suit: "S" } as const;
          const settled = playCoup([...dealt, spare, spare].slice(0, 6));
          expect(saidFor(stakes, value)).toBe(settled.result);
          expect(settled[name]).toHaveLength(own.length);
          expect(stakesOfCoup({ ...coup, [name]: own }, turn)).toEqual(stakes);
        }
        seen += 1;
      }),
      { numRuns: 200 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  test.each(langs)("names every value once in %s", (lang) => {
    const rank = "(10|[A2-9JQK])";
    for (const value of VALUES) {
      for (const other of VALUES) {
        const values = VALUES.filter((one) => one !== value && one !== other);
        const found = [...listOf(values, lang).matchAll(new RegExp(`${rank}(?:–${rank})?`, "gu"))];
        const named = found.flatMap(([, from, to]) => {
          const first = VALUES.indexOf(from as Card["value"]);
          return VALUES.slice(first, to ? VALUES.indexOf(to as Card["value"]) + 1 : first + 1);
        });
        expect(named).toEqual(values);
      }
    }
  });
});

type AnyTable = FilmedTable<unknown>;
const tables = [
  {
    slug: "baccarat",
    scene: baccarat as unknown as Scene<unknown, unknown>,
    cameraOf: coupCamera.cameraOf,
    stakesAt: coupStakesAt,
    cardsOf: (pose: unknown): Record<string, CardPose> => cardsByName(pose as BaccaratPose),
  },
  {
    slug: "dragontiger",
    scene: dragontiger as unknown as Scene<unknown, unknown>,
    cameraOf: duelCamera.cameraOf,
    stakesAt: duelStakesAt,
    cardsOf: (pose: unknown): Record<string, CardPose> => ({ ...(pose as DragonTigerPose).cards }),
  },
];

/** Where a point of a group is that stands there. */
function within({ x, y, scale = 1, angle = 0 }: Placement, at: { x: number; y: number }) {
  const [cos, sin] = [Math.cos(angle) * Number(scale), Math.sin(angle) * Number(scale)];
  return { x: x + at.x * cos - at.y * sin, y: y + at.x * sin + at.y * cos };
}

/** The stages of frames of 830x553, 390x260, 390x700 and 320x213, and the least of 200x120. */
const SIZES = [
  [830, 375, [true]],
  [390, 175, [true]],
  [390, 370, [true]],
  [320, 135, [true, false]],
  [200, 70, [false]],
] as const;

describe.each(tables)("on a table of $slug", ({ slug, scene, cameraOf, stakesAt, cardsOf }) => {
  test.each(SIZES)(
    "it lies on no card and no total, on a stage of %i x %i",
    (width, height, says) => {
      const size = { width, height };
      let [looks, struck] = [0, 0];
      for (const [i, { outcome }] of (fixtures[slug] ?? []).entries()) {
        const view: Play = { ...viewOf(slug, outcome, "revealing", 7 + i), revealMs: 9_000 };
        const { kit, placed, drawn } = treeKit();
        const table = scene.build(kit, view) as AnyTable;
        const film = filmedBy<unknown, unknown, AnyTable>(
          cameraOf as unknown as (view: Play, ms: number, pose: unknown) => CameraPose,
          () => 0,
          cardsOf,
          {} as CloseUp,
          stakesAt as unknown as (view: Play, pose: unknown) => Stakes | null,
        );
        const filming = film.build(kit, view, table);
        table.resize(size);
        filming.resize(size);
        const poseAt = (ms: number) => scene.pose(view, ms);
        for (let ms = 0; ms < 9_000; ms += 90) {
          const pose = film.pose(view, ms, poseAt(ms), poseAt);
          table.show(poseAt(ms));
          filming.show(pose);
          const stands = placed.get(table.table) ?? { x: 0, y: 0 };
          // Its group is the smallest with such a line.
          const node = [...placed.keys()]
            .filter((one) => drawn(one).some(({ text }) => /\d–/.test(text) || /–[\dK]/.test(text)))
            .toSorted((one, other) => drawn(one).length - drawn(other).length)[0];
          const group = node && placed.get(node);
          if (!node || !group || (group.alpha ?? 1) < 0.02) {
            continue;
          }
          looks += 1;
          // All of it or nothing: of "Tie K" alone one would think that nothing else is possible.
          const said = drawn(node).flatMap((one) => (one.text && isSeen(one) ? [one.text] : []));
          for (const { side, values } of pose.stakes?.stakes ?? []) {
            const { won, sides } = view.words;
            const forms = [won[side], sides[side]].map(
              (name) => `${name}  ${listOf(values, "en")}`,
            );
            expect(forms.some((form) => said.join("  ").includes(form))).toBe(true);
          }
          const close = pose.camera.close;
          expect(close?.pose.turn ?? 0).toBeGreaterThan(0);
          expect(close?.pose.turn).toBeLessThan(1);
          const [plate, strokes] = drawn(node).filter(({ kind }) => kind === "picture");
          struck += strokes && isSeen(strokes) ? 1 : 0;
          const box = { ...within(stands, group), ...(plate?.size ?? size) };
          const name = close?.name ?? "";
          const spot = table.cardNamed(name)?.spot;
          const long = table.cardWidth * Number(stands.scale);
          const isAcross = Math.abs(Math.sin(spot?.angle ?? 0)) > 0.7;
          const [wide, high] = isAcross ? [long * CARD_RATIO, long] : [long, long * CARD_RATIO];
          const card = { ...within(stands, spot ?? { x: 0, y: 0 }), width: wide, height: high };
          expect(overlap(box, card)).toBe(false);
          for (const pinned of table.pinned) {
            for (const part of drawn(pinned.node).filter(
              (one) => isSeen(one) && one.kind === "picture",
            )) {
              const own = placed.get(pinned.node) ?? { x: 0, y: 0 };
              const mark = { ...within(stands, within(own, part.at)), ...part.size };
              expect(overlap(box, mark)).toBe(false);
            }
          }
          expect(box.x - box.width / 2).toBeGreaterThan(0);
          expect(box.x + box.width / 2).toBeLessThan(width);
          expect(box.y + box.height / 2).toBeLessThan(height);
        }
      }
      expect(says).toContain(looks > 0);
      // What pips rule out is struck out before the card is open.
      expect(struck > 0).toBe(looks > 0);
      expect(struck).toBeLessThanOrEqual(looks / 2);
    },
  );
});
