/*
 * A hand that carried swept cards off the table got beyond its own elbow: for a moment the arm lay across all of the
 * table, without a hand.
 */
import { expect, test } from "vitest";
import * as coup from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duel from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import { wristOf } from "../../../components/stage/cards/hands/hand.ts";
import { touchAt } from "../../../components/stage/cards/hands/reach.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { PHASES } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { BOXES } from "./boxes.ts";
import { viewOf } from "./states.ts";

type AnyScene = Scene<unknown, unknown>;
type AnyHands = Extras<unknown, unknown, Drawing<unknown>, HandsPose>;
const tables = [
  ["baccarat", baccarat as unknown as AnyScene, coup.hands as unknown as AnyHands, coup.reachOf],
  [
    "dragontiger",
    dragontiger as unknown as AnyScene,
    duel.hands as unknown as AnyHands,
    duel.reachOf,
  ],
] as const;

test.each(tables)(
  "no arm on a table of %s lies across it while its hand is beyond the edge",
  (slug, scene, hands, reachOf) => {
    const all = fixtures[slug] ?? [];
    let beyond = 0;
    for (const size of BOXES) {
      const reach = reachOf(size, true);
      for (const phase of PHASES) {
        for (let round = 1; round <= times(8, 40); round++) {
          const view: Play = {
            ...viewOf(slug, all[round % all.length]?.outcome, phase, round),
            revealMs: 9_000,
          };
          for (let ms = 0; ms < (phase === "revealing" ? 9_000 : 3_000); ms += 50) {
            const at = hands.pose(view, ms, scene.pose(view, ms), (other) =>
              scene.pose(view, other),
            );
            for (const side of ["left", "right"] as const) {
              const pose = at[side];
              const touch = pose && touchAt(reach, side, pose, at.cards);
              if (!pose || !touch) {
                continue;
              }
              const isLeft = side === "left";
              const { wrist } = wristOf(touch, pose.shape, reach.handPx, isLeft);
              const isBeyond = wrist.y < 0;
              beyond += isBeyond ? 1 : 0;
              expect(isBeyond && touch.elbow.y >= wrist.y).toBe(false);
            }
          }
        }
      }
    }
    expect(beyond).toBeGreaterThan(100);
  },
);
