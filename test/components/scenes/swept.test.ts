/*
 * The cause: the cards of a hand were swept one after another, the inner ones first. The banker's first card was four
 * widths ahead of the hand that swept it.
 */
import { expect, test } from "vitest";
import * as coup from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duel from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import { spotOn, strayedWay } from "../../../components/stage/cards/dealing.ts";
import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import { touchAt } from "../../../components/stage/cards/hands/reach.ts";
import { sweepOf } from "../../../components/stage/cards/sweeps.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { BOXES } from "./boxes.ts";
import { lengthsOf, viewOf } from "./states.ts";

type AnyHands = Extras<unknown, unknown, Drawing<unknown>, HandsPose>;
const tables = (
  [
    ["baccarat", baccarat, coup],
    ["dragontiger", dragontiger, duel],
  ] as const
).flatMap(([slug, scene, { hands, reachOf }]) =>
  (["seed", "drand"] as const).map((mode) => ({
    slug,
    mode,
    scene: scene as unknown as Scene<unknown, unknown>,
    hands: hands as unknown as AnyHands,
    reachOf,
  })),
);

/** How far from its middle a hand may be whose fingers hold a card, or push one into the next: in its own lengths. */
const REACH = 1.15;

test.each(tables)(
  "no card of $slug is swept in mode $mode without a hand with it, whichever way",
  ({ slug, mode, scene, hands, reachOf }) => {
    const swept = new Set<string>();
    for (const size of BOXES) {
      const reach = reachOf(size, true);
      for (const [i, { outcome }] of (fixtures[slug] ?? []).entries()) {
        for (const round of [3, 4, 5].map((first) => first + 3 * i)) {
          const view: Play = {
            ...viewOf(slug, outcome, "waiting", round),
            ...lengthsOf(slug, mode),
          };
          const poseAt = (ms: number) => scene.pose(view, ms);
          for (let ms = 0; ms < 2_000; ms += 20) {
            const { left, right, cards } = hands.pose(view, ms, poseAt(ms), poseAt);
            const touches = [
              left && touchAt(reach, "left", left, cards),
              right && touchAt(reach, "right", right, cards),
            ];
            // Without a hand on the table nothing is said of its cards.
            for (const [name, { travel, sweep, stray }] of Object.entries(cards)) {
              if (travel <= 1.03 || travel >= 2) {
                continue;
              }
              const way = strayedWay(reach.wayOf(name, sweep), stray, reach.cardPx);
              const { x, y } = spotOn(way, travel);
              const half = 0.7 * reach.cardPx;
              if (x < -half || y < -half) {
                continue;
              }
              const farPx = touches.map((touch) =>
                touch ? Math.hypot(touch.x - x, touch.y - y) : Number.POSITIVE_INFINITY,
              );
              expect(Math.min(...farPx)).toBeLessThan(REACH * reach.handPx);
              swept.add(`${name}, ${sweepOf(round)}`);
            }
          }
        }
      }
    }
    expect(swept.size).toBe(3 * (slug === "baccarat" ? 6 : 2));
  },
);

test.each(tables)(
  "no card of $slug moves in phase waiting while no hand is on the table in mode $mode",
  ({ slug, mode, scene, hands }) => {
    for (const [i, { outcome }] of (fixtures[slug] ?? []).entries()) {
      const view: Play = { ...viewOf(slug, outcome, "waiting", i), ...lengthsOf(slug, mode) };
      const poseAt = (ms: number) => scene.pose(view, ms);
      const travels = (ms: number) => JSON.stringify(poseAt(ms)).match(/"travel":[\d.]+/g);
      for (let ms = 0; ms < 2_000; ms += 20) {
        const { left, right } = hands.pose(view, ms, poseAt(ms), poseAt);
        const isAway = left === null && right === null;
        expect(isAway && travels(ms)?.join() !== travels(ms + 20)?.join()).toBe(false);
      }
    }
  },
);
