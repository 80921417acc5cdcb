import { expect, test } from "vitest";
import * as baccaratExtras from "../../../components/scenes/baccarat/extras.ts";
import { cardsByName } from "../../../components/scenes/baccarat/gestures.ts";
import type { BaccaratPose } from "../../../components/scenes/baccarat/pose.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duelExtras from "../../../components/scenes/dragontiger/extras.ts";
import type { DragonTigerPose } from "../../../components/scenes/dragontiger/pose.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { CardPose, Spot } from "../../../components/stage/cards/dealing.ts";
import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import { CARD_RATIO } from "../../../components/stage/measures.ts";
import { boxAcross, peelOf, pointOf } from "../../../components/stage/peel.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { findGame } from "../../../src/games/index.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { bodies, covered } from "./hand-bodies.ts";
import { recordingKit } from "./recording-kit.ts";
import { viewOf } from "./states.ts";

const SIZE = { width: 830, height: 400 };
const STEP_MS = 40;
/** From here on a piece of paper faces the eye rather than the other pieces of the roll. Radians. */
const FACE_UP = 0.75 * Math.PI;
/** The middle and the size of an index, value and suit, of a card that lies on its face: in widths of the card. */
const INDEX = { x: 0.378, y: -0.45, width: 0.16, height: 0.4 };
/** How many points of it are looked at, across and down. */
const [ACROSS, DOWN] = [3, 5];
/** Seen so much at the most: the rest is beneath fingers, or on the side that lies down. */
const MOST_SEEN = 0.6;
/** Nobody misses what is absent for this long on a card that goes over, in ms. */
const PASSING_MS = 200;

interface Table extends Drawing<unknown> {
  cardNamed(name: string): { spot: Spot } | undefined;
}
const tables = [
  {
    slug: "baccarat",
    scene: baccarat as unknown as Scene<unknown, unknown>,
    hands: baccaratExtras.hands as unknown as Extras<unknown, unknown, Drawing<unknown>, HandsPose>,
    reachOf: baccaratExtras.reachOf,
    cardsOf: (pose: unknown): Record<string, CardPose> => cardsByName(pose as BaccaratPose),
  },
  {
    slug: "dragontiger",
    scene: dragontiger as unknown as Scene<unknown, unknown>,
    hands: duelExtras.hands as unknown as Extras<unknown, unknown, Drawing<unknown>, HandsPose>,
    reachOf: duelExtras.reachOf,
    cardsOf: (pose: unknown): Record<string, CardPose> => ({ ...(pose as DragonTigerPose).cards }),
  },
];

/** Where the points of an index are over the table as seen from above, on a card that is lifted; `nth` is 0 or 1. */
function seenPoints({ turn, axis }: CardPose, spot: Spot, cardPx: number, nth: number) {
  const { long } = boxAcross(axis, CARD_RATIO);
  const pieces = peelOf(turn, long);
  const [cos, sin] = [Math.cos(spot.angle), Math.sin(spot.angle)];
  const flip = nth === 0 ? 1 : -1;
  return Array.from({ length: ACROSS * DOWN }, (_, i) => {
    const [across, down] = [(i % ACROSS) / (ACROSS - 1), Math.floor(i / ACROSS) / (DOWN - 1)];
    const x = flip * (INDEX.x + INDEX.width * (across - 0.5));
    const y = flip * (INDEX.y + INDEX.height * (down - 0.5));
    const share = (x * Math.cos(axis) + y * Math.sin(axis)) / long + 0.5;
    const isFaceUp = (pieces.find(({ to }) => share <= to)?.lean ?? 0) > FACE_UP;
    const at = pointOf(turn, axis, CARD_RATIO, { x, y });
    return {
      isFaceUp,
      x: spot.x + cardPx * (at.x * cos - at.y * sin),
      y: spot.y + cardPx * (at.x * sin + at.y * cos),
    };
  });
}

test.each(tables)(
  "nobody misses an index on a card of $slug that is squeezed: fingers lie over it, or it is not up yet",
  ({ slug, scene, hands, reachOf, cardsOf }) => {
    const game = findGame(slug);
    const outcomes = fixtures[slug] ?? [];
    const reach = reachOf(SIZE, true);
    const missingMs = new Map<string, number>();
    let looks = 0;
    for (let round = 1; round <= times(20, 100); round++) {
      const { title, outcome } = outcomes[round % outcomes.length] ?? { title: "", outcome: null };
      const revealMs = game ? phaseLengthMs("revealing", game) : 0;
      const view: Play = { ...viewOf(slug, outcome, "revealing", round), revealMs };
      const table = scene.build(recordingKit().kit, view) as Table;
      table.resize(SIZE);
      for (let ms = 0; ms < revealMs; ms += STEP_MS) {
        const pose = scene.pose(view, ms);
        const squeezed = Object.entries(cardsOf(pose)).filter(
          ([, { secret, turn }]) => secret && turn > 0,
        );
        if (squeezed.length === 0) {
          continue;
        }
        table.show(pose);
        const handsAt = hands.pose(view, ms, pose, (at) => scene.pose(view, at));
        const over = (["left", "right"] as const).flatMap((side) =>
          bodies(reach, side, handsAt, "over"),
        );
        for (const [name, card] of squeezed) {
          const spot = table.cardNamed(name)?.spot;
          for (const nth of spot ? [0, 1] : []) {
            const points = seenPoints(card, spot as Spot, reach.cardPx, nth);
            const bare = points.filter(
              (at) =>
                at.isFaceUp && covered(over, at, 0, { x: 0, y: 0, width: 1, height: 1 }) === 0,
            );
            looks += 1;
            if (bare.length > MOST_SEEN * points.length) {
              const index = `${nth} of ${name} of "${title}" in round ${round}`;
              missingMs.set(index, (missingMs.get(index) ?? 0) + STEP_MS);
            }
          }
        }
      }
    }
    expect([...missingMs].filter(([, ms]) => ms > PASSING_MS)).toEqual([]);
    expect(looks).toBeGreaterThan(500);
  },
);
