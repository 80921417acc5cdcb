import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cameraOf as coupCamera } from "../../../components/scenes/baccarat/camera.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { cameraOf as duelCamera } from "../../../components/scenes/dragontiger/camera.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { CameraPose } from "../../../components/stage/cards/camera.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { playCoup } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { compareCards } from "../../../src/games/dragontiger/game.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { SUITS, VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { lengthsOf, modes, viewOf } from "./states.ts";

const card: fc.Arbitrary<Card> = fc.record({
  value: fc.constantFrom(...VALUES),
  suit: fc.constantFrom(...SUITS),
});
const rounds = fc.integer({ min: 1, max: 2 ** 40 });
const REVEAL_MS = 9_000;
const FRAMES = Array.from({ length: REVEAL_MS / 40 }, (_, i) => i * 40);

const duels = fc.tuple(card, card).map(([dragon, tiger]): DragonTigerOutcome => ({
  dragon,
  tiger,
  result: compareCards(dragon, tiger),
}));
/** Cards in the order they are turned, as they come out of the shoe. */
const dealt = ([p1, p2, b1, b2, ...thirds]: readonly Card[]): Card[] =>
  [p1, b1, p2, b2, ...thirds].filter((one) => one !== undefined);
const six = fc.array(card, { minLength: 6, maxLength: 6 });

const duelAt = (
  outcome: DragonTigerOutcome,
  round: number,
  phase: Play["state"]["phase"],
  lengths: Partial<ReturnType<typeof lengthsOf>> = { revealMs: REVEAL_MS },
) => {
  const view = { ...viewOf("dragontiger", outcome, phase, round), ...lengths };
  return (ms: number) => duelCamera(view, ms, dragontiger.pose(view, ms));
};
const coupAt = (
  outcome: BaccaratOutcome,
  round: number,
  phase: Play["state"]["phase"],
  lengths: Partial<ReturnType<typeof lengthsOf>> = { revealMs: REVEAL_MS },
) => {
  const view = { ...viewOf("baccarat", outcome, phase, round), ...lengths };
  return (ms: number) => ({
    camera: coupCamera(view, ms, baccarat.pose(view, ms)),
    open: JSON.stringify(
      Object.values(baccarat.pose(view, ms).hands)
        .flatMap(({ cards }) => cards)
        .filter(({ turn }) => turn === 1),
    ),
  });
};

/** All that a viewer sees of a camera: not the face of a card that is prepared. */
function path({ close, ...camera }: CameraPose): unknown {
  return { ...camera, close: close && { ...close, pose: { ...close.pose, card: null } } };
}

describe("the camera over dragon tiger", () => {
  test("goes the same way for all outcomes of a round", () => {
    fc.assert(
      fc.property(rounds, modes, duels, duels, (round, mode, one, other) => {
        const lengths = lengthsOf("dragontiger", mode);
        const at = (duel: DragonTigerOutcome) => duelAt(duel, round, "revealing", lengths);
        const [here, there] = [at(one), at(other)];
        for (const ms of FRAMES) {
          expect(path(here(ms))).toEqual(path(there(ms)));
        }
      }),
      { numRuns: 7 },
    );
  });
});

describe("the camera over baccarat", () => {
  /** Two coups of which the first cards, in the order they are turned, are the same. */
  const alike = fc
    .tuple(six, six, fc.nat(5))
    .map(
      ([cards, others, same]) =>
        [
          playCoup(dealt(cards)),
          playCoup(dealt(cards.map((one, i) => (i < same ? one : (others[i] ?? one))))),
        ] as const,
    );

  test("goes the same way for all coups until a card lies open that is not", () => {
    fc.assert(
      fc.property(rounds, modes, alike, (round, mode, [one, other]) => {
        const lengths = lengthsOf("baccarat", mode);
        const at = (coup: BaccaratOutcome) => coupAt(coup, round, "revealing", lengths);
        const [here, there] = [at(one), at(other)];
        for (const ms of FRAMES) {
          const [now, then] = [here(ms), there(ms)];
          if (now.open !== then.open) {
            return;
          }
          expect(path(now.camera)).toEqual(path(then.camera));
        }
      }),
      { numRuns: 20 },
    );
  });
});
