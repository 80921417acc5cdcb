import { describe, expect, test } from "vitest";
import * as baccaratExtras from "../../../components/scenes/baccarat/extras.ts";
import { cardsByName } from "../../../components/scenes/baccarat/gestures.ts";
import type { BaccaratPose } from "../../../components/scenes/baccarat/pose.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duelExtras from "../../../components/scenes/dragontiger/extras.ts";
import type { DragonTigerPose } from "../../../components/scenes/dragontiger/pose.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { CardPose, Spot } from "../../../components/stage/cards/dealing.ts";
import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import { touchAt } from "../../../components/stage/cards/hands/reach.ts";
import type { Touch } from "../../../components/stage/cards/hands/reach.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import { CARD_RATIO } from "../../../components/stage/measures.ts";
import type { Drawing, Play, Scene, Size } from "../../../components/stage/scene.ts";
import { findGame } from "../../../src/games/index.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { BOXES } from "./boxes.ts";
import { bodies, covered } from "./hand-bodies.ts";
import type { Box, Point } from "./hand-bodies.ts";
import { isSeen, recordingKit, textBox } from "./recording-kit.ts";
import type { Recorded } from "./recording-kit.ts";
import { betsWon, viewOf } from "./states.ts";

/** The boxes of the usual tables, and of 1280x720. */
const SIZES = [...BOXES, { width: 1280, height: 480 }];
const STEP_MS = 50;

interface Table extends Drawing<unknown> {
  cardNamed(name: string): { spot: Spot } | undefined;
  readonly cardWidth: number;
}
type AnyScene = Scene<unknown, unknown>;
type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;
const tables = [
  {
    slug: "baccarat",
    scene: baccarat as unknown as AnyScene,
    hands: baccaratExtras.hands as unknown as Extras<unknown, unknown, Drawing<unknown>, HandsPose>,
    reachOf: baccaratExtras.reachOf,
    cardsOf: (pose: unknown): Record<string, CardPose> => cardsByName(pose as BaccaratPose),
    payout: baccaratExtras.payout as unknown as AnyExtras,
    names: { player: "PLAYER", banker: "BANKER", tie: "TIE" } as Record<string, string>,
  },
  {
    slug: "dragontiger",
    scene: dragontiger as unknown as AnyScene,
    hands: duelExtras.hands as unknown as Extras<unknown, unknown, Drawing<unknown>, HandsPose>,
    reachOf: duelExtras.reachOf,
    cardsOf: (pose: unknown): Record<string, CardPose> => ({ ...(pose as DragonTigerPose).cards }),
    payout: duelExtras.payout as unknown as AnyExtras,
    names: { dragon: "DRAGON", tiger: "TIGER", tie: "TIE" } as Record<string, string>,
  },
];

/** Whether a corner or a side of what is drawn, or its middle, lies over a box around a point and turned. */
function liesOver({ at, size }: Recorded, { x, y, angle }: Spot, box: Size): boolean {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [-0.5, 0, 0.5].some((across) =>
    [-0.5, 0, 0.5].some((down) => {
      const [dx, dy] = [at.x + across * size.width - x, at.y + down * size.height - y];
      return (
        Math.abs(dx * cos + dy * sin) < box.width / 2 &&
        Math.abs(dy * cos - dx * sin) < box.height / 2
      );
    }),
  );
}

/** The left upper index of a card, in widths of the card from its middle: value and suit. */
const INDEX = { x: -0.375, y: -0.4, width: 0.19, height: 0.46 };

/** How far a card is turned when its index is seen, 0 to 1. */
const SHOWS_FROM = 0.9;

/** A card that is carried past another, with the hand on it, hides that for a moment. */
const PASSING_MS = 250;
/** What is hidden less than this can be read, as a share of it. */
const LEGIBLE = 0.2;
/** Of a winner's card no more than its edge is hidden. */
const EDGE = 0.04;

describe.each(tables)(
  "the hands of $slug",
  ({ slug, scene, hands, payout, reachOf, cardsOf, names }) => {
    const game = findGame(slug);
    const resultOf = (outcome: unknown) =>
      (viewOf(slug, outcome, "result").state as { result?: string }).result ?? "";
    const all = (fixtures[slug] ?? []).filter((_, i) => i % times(2, 1) === 0);

    /** Looks at all moments at which a hand is over the table, through a phase. */
    function look(
      {
        outcome,
        phase,
        round,
        size,
      }: { outcome: unknown; phase: Phase; round: number; size: Size },
      see: (seen: {
        ms: number;
        /** How much of what is turned around a point is hidden, 0 to 1. */
        hidden: (at: Point, angle: number, box: Box) => number;
        open: readonly { name: string; spot: Spot }[];
        parts: readonly Recorded[];
        chips: readonly Recorded[];
        touches: readonly Touch[];
      }) => void,
    ): void {
      const view: Play = {
        ...viewOf(slug, outcome, phase, round),
        revealMs: game ? phaseLengthMs("revealing", game) : 0,
        resultMs: game ? phaseLengthMs("result", game) : 0,
        bets: betsWon(resultOf(outcome), 4, 100),
      };
      const reach = reachOf(size, true);
      const { kit, parts } = recordingKit();
      const table = scene.build(kit, view) as Table;
      table.resize(size);
      const from = parts.length;
      const paid = payout.build(kit, view, table);
      paid.resize(size);
      // The tray is as large as nothing else.
      const piles = parts
        .slice(from)
        .filter(({ kind, size: { width } }) => kind === "picture" && width !== reach.tray?.width);
      for (let ms = 0; ms < (game ? phaseLengthMs(phase, game) : 0); ms += STEP_MS) {
        const pose = scene.pose(view, ms);
        const handsAt = hands.pose(view, ms, pose, (at) => scene.pose(view, at));
        const { left, right } = handsAt;
        if (!left && !right) {
          continue;
        }
        table.show(pose);
        const over = [...bodies(reach, "left", handsAt), ...bodies(reach, "right", handsAt)];
        // Cards that a hand comes to take away are read no more.
        const taken = [left, right].flatMap((hand) =>
          phase === "waiting" && hand?.to?.at === "card" ? [hand.to.card] : [],
        );
        const open = Object.entries(cardsOf(pose)).flatMap(([name, { card, turn, travel }]) => {
          const spot = table.cardNamed(name)?.spot;
          // One that is nearly over already shows what it is.
          const isOpen = card !== null && turn >= SHOWS_FROM && Math.abs(travel - 1) < 0.02;
          return spot && isOpen && !taken.includes(name) ? [{ name, spot }] : [];
        });
        paid.show(payout.pose(view, ms, pose, (at) => scene.pose(view, at)));
        const chips = piles.filter(isSeen);
        const touches = (["left", "right"] as const).flatMap((side) => {
          const pose = handsAt[side];
          return (pose && touchAt(reach, side, pose, handsAt.cards)) ?? [];
        });
        const hidden = (at: Point, angle: number, box: Box) => covered(over, at, angle, box);
        see({ ms, hidden, open, parts, chips, touches });
      }
    }

    test.each(SIZES)("leave an index of every open card in sight, in $width x $height", (size) => {
      const { cardPx } = reachOf(size, true);
      const [x, y] = [INDEX.x * cardPx, INDEX.y * cardPx];
      const index = { x, y, width: INDEX.width * cardPx, height: INDEX.height * cardPx };
      const found: string[] = [];
      for (const [i, { title, outcome }] of all.entries()) {
        for (const phase of ["revealing", "result", "waiting"] as const) {
          const since = new Map<string, number>();
          look({ outcome, phase, round: 7 + i, size }, ({ ms, hidden, open }) => {
            for (const { name, spot } of open) {
              // One index is at the left above, the other one upside down at the right below.
              const seen = [0, Math.PI].some(
                (turned) => hidden(spot, spot.angle + turned, index) < LEGIBLE,
              );
              const from = seen ? ms : (since.get(name) ?? ms);
              since.set(name, from);
              const lasts = ms + (seen ? 0 : STEP_MS) - from;
              if (lasts > (phase === "waiting" ? 0 : PASSING_MS)) {
                found.push(`${name} of "${title}" at ${ms} ms of ${phase}`);
              }
            }
          });
        }
      }
      expect(found).toEqual([]);
    });

    test.each(SIZES)("never cover the name of the winner, in $width x $height", (size) => {
      const found: string[] = [];
      let looks = 0;
      for (const { title, outcome } of all) {
        const result = resultOf(outcome);
        look({ outcome, phase: "result", round: 7, size }, ({ ms, hidden, parts }) => {
          for (const part of parts) {
            if (
              part.kind === "label" &&
              part.text.toUpperCase() === names[result] &&
              isSeen(part)
            ) {
              looks += 1;
              const box = { ...textBox(part), x: 0, y: 0 };
              if (hidden(part.at, 0, box) >= LEGIBLE) {
                found.push(`"${title}" at ${ms} ms`);
              }
            }
          }
        });
      }
      expect(found).toEqual([]);
      expect(looks).toBeGreaterThan(all.length);
    });

    test.each(SIZES)("pay around the table, arms lying outside, in $width x $height", (size) => {
      const found: string[] = [];
      let looks = 0;
      for (const { title, outcome } of all) {
        look({ outcome, phase: "result", round: 7, size }, ({ ms, touches }) => {
          for (const { x, elbow } of touches) {
            looks += 1;
            const isOut = elbow.y < 0 || elbow.x < 0 || elbow.x > size.width;
            // From the far edge straight down, from a side out of the corner that is nearer.
            const isNear = Math.abs(elbow.x - x) < 1 || elbow.x < x === x < size.width / 2;
            if (!isOut || !isNear) {
              found.push(`"${title}" at ${ms} ms`);
            }
          }
        });
      }
      expect(found).toEqual([]);
      expect(looks).toBeGreaterThan(all.length);
    });

    test.each(SIZES)("and chips keep off the winner's cards, in $width x $height", (size) => {
      const { cardPx } = reachOf(size, true);
      const card = { x: 0, y: 0, width: cardPx, height: cardPx * CARD_RATIO };
      const found: string[] = [];
      let [looks, carried] = [0, 0];
      for (const { title, outcome } of all) {
        const result = resultOf(outcome);
        look({ outcome, phase: "result", round: 7, size }, ({ ms, hidden, open, chips }) => {
          carried += chips.length;
          for (const { name, spot } of open) {
            if (result !== "tie" && !name.startsWith(result)) {
              continue;
            }
            looks += 1;
            const share = hidden(spot, spot.angle, card);
            const isUnder = chips.some((pile) => liesOver(pile, spot, card));
            if (share > EDGE || isUnder) {
              found.push(`${name} of "${title}" at ${ms} ms: ${share} ${isUnder ? "chips" : ""}`);
            }
          }
        });
      }
      expect(found).toEqual([]);
      expect(looks).toBeGreaterThan(all.length);
      // In low boxes there is no place for what a side is paid.
      expect(carried > 0).toBe(reachOf(size, true).winners !== null);
    });
  },
);
