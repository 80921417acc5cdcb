import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cameraOf as coupCamera } from "../../../components/scenes/baccarat/camera.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { cameraOf as duelCamera } from "../../../components/scenes/dragontiger/camera.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import { WIDE_SHOT } from "../../../components/stage/cards/camera.ts";
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

  test("is close to the tiger's card as that is opened, and back as the result is", () => {
    fc.assert(
      fc.property(rounds, duels, (round, outcome) => {
        const at = duelAt(outcome, round, "revealing");
        const openMs = FRAMES.find((ms) => at(ms).close?.pose.turn === 1) ?? 0;
        expect(at(openMs)).toMatchObject({ to: "tiger", push: 1, blur: 1 });
        expect(at(REVEAL_MS)).toEqual(WIDE_SHOT);
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

  test("is close to every card as it is opened that may be the last of all", () => {
    fc.assert(
      fc.property(rounds, six, (round, cards) => {
        const at = coupAt(playCoup(cards), round, "revealing");
        for (const ms of FRAMES) {
          const { close, push, to, from } = at(ms).camera;
          // In the last moments of a squeeze nothing else is looked at.
          const isOpening = close && close.pose.turn > 0.7 && close.pose.turn < 1;
          const isSeen = push > 0.8 && from === close?.name && to === close?.name;
          expect(isSeen || !isOpening).toBe(true);
        }
        expect(at(REVEAL_MS).camera).toEqual(WIDE_SHOT);
      }),
      { numRuns: 14 },
    );
  });
});

describe("the player's third card", () => {
  test("is seen with all of its hand where it is turned quickly", () => {
    // The banker draws to three whatever it is.
    const coup = playCoup(
      dealt([
        { value: "2", suit: "H" },
        { value: "3", suit: "S" },
        { value: "K", suit: "D" },
        { value: "2", suit: "C" },
        { value: "9", suit: "C" },
        { value: "6", suit: "D" },
      ]),
    );
    fc.assert(
      fc.property(rounds, (round) => {
        const view = { ...viewOf("baccarat", coup, "revealing", round), revealMs: REVEAL_MS };
        const turned = FRAMES.flatMap((ms) => {
          const pose = baccarat.pose(view, ms);
          const { turn } = pose.hands.player.cards[2];
          return turn > 0.5 && turn < 1 ? [coupCamera(view, ms, pose)] : [];
        });
        expect(turned.length).toBeGreaterThan(0);
        expect(turned.every(({ whole, blur }) => whole > 0.9 && blur === 0)).toBe(true);
      }),
      { numRuns: 4 },
    );
  });

  test("stays in the picture for 0.8 s once it lies open, and only then the next one is looked at", () => {
    const sixCards = six.map(playCoup).filter((coup) => {
      return coup.player_cards.length === 3 && coup.banker_cards.length === 3;
    });
    fc.assert(
      fc.property(rounds, sixCards, (round, coup) => {
        const view = { ...viewOf("baccarat", coup, "revealing", round), revealMs: REVEAL_MS };
        const seen = FRAMES.filter((ms) => {
          const pose = baccarat.pose(view, ms);
          const { from, to, push } = coupCamera(view, ms, pose);
          const isOnIt = from === "player2" && to === "player2" && push > 0.35;
          return isOnIt && pose.hands.player.cards[2].turn === 1;
        });
        expect(seen.length * 40).toBeGreaterThanOrEqual(800 - 40);
      }),
      { numRuns: 14 },
    );
  });
});

describe.each([
  [
    "dragon tiger",
    (round: number, phase: Play["state"]["phase"]) => {
      const at = duelAt(fc.sample(duels, { numRuns: 1, seed: round })[0]!, round, phase);
      return (ms: number) => at(ms);
    },
  ],
  [
    "baccarat",
    (round: number, phase: Play["state"]["phase"]) => {
      const at = coupAt(playCoup(fc.sample(six, { numRuns: 1, seed: round })[0]!), round, phase);
      return (ms: number) => at(ms).camera;
    },
  ],
] as const)("the camera over %s", (_, cameraIn) => {
  test("shows all of the table in every other phase", () => {
    for (const phase of ["betting", "result", "waiting"] as const) {
      for (const ms of [0, 700, 5_000]) {
        expect(cameraIn(7, phase)(ms)).toEqual(WIDE_SHOT);
      }
    }
  });

  test("never jumps, and nothing out of focus is ever another card's", () => {
    for (let round = 1; round <= 25; round++) {
      const at = cameraIn(round, "revealing");
      let before = at(0);
      for (let ms = 8; ms <= REVEAL_MS; ms += 8) {
        const now = at(ms);
        expect(Math.abs(now.push - before.push)).toBeLessThan(0.05);
        const isBlurred = now.blur > 0 && before.blur > 0;
        expect(!isBlurred || now.close?.name === before.close?.name).toBe(true);
        before = now;
      }
    }
  });
});

test("where a banker's natural leaves much time, the camera goes over both hands and never jumps", () => {
  const natural = playCoup(
    dealt([
      { value: "4", suit: "H" },
      { value: "2", suit: "S" },
      { value: "3", suit: "C" },
      { value: "5", suit: "D" },
      { value: "2", suit: "C" },
      { value: "3", suit: "C" },
    ]),
  );
  fc.assert(
    fc.property(rounds, (round) => {
      const at = coupAt(natural, round, "revealing");
      const shots = FRAMES.map((ms) => at(ms).camera);
      const shown = shots.findIndex(({ to }) => to === "player0");
      expect(shown).toBeGreaterThan(0);
      // All of it lies open by then.
      expect(JSON.parse(at(FRAMES[shown] ?? 0).open)).toHaveLength(4);
      shots.slice(1).forEach(({ push }, i) => {
        expect(Math.abs(push - (shots[i]?.push ?? 0))).toBeLessThan(0.2);
      });
    }),
    { numRuns: 4 },
  );
});
