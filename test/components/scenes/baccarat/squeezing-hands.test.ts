/* The cause: third cards were squeezed by the hand of their own side, in every round. */
import { expect, test } from "vitest";
import { hands } from "../../../../components/scenes/baccarat/extras.ts";
import { scene } from "../../../../components/scenes/baccarat/scene.ts";
import type { HandPose } from "../../../../components/stage/cards/hands/gestures.ts";
import type { BaccaratOutcome } from "../../../../src/games/baccarat/rules.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { times } from "../../../support/effort.ts";
import { lengthsOf, viewOf } from "../states.ts";

const ROUNDS = Array.from({ length: times(24, 200) }, (_, i) => i + 1);
const STEP_MS = 100;

/** Turns that may decide a coup, by what lies open before them, and a coup that has each. */
const TURNS = [
  [
    "the banker's second card, while two may follow",
    "Third-card fight: six cards, banker",
    "banker1",
  ],
  ["the banker's second card, where the player stands", "Plain win: both stand", "banker1"],
  ["the player's third card, which is the last", "Comeback: player, from one to nine", "player2"],
  ["the player's third card, while one may follow", "Six-card tie", "player2"],
  ["the banker's third card, the fifth of all", "Third card to the banker alone", "banker2"],
  ["the sixth card", "Third-card fight: six cards, banker", "banker2"],
] as const;

const holds = (hand: HandPose | null, card: string): boolean =>
  hand?.shape === "pinch" && hand.to?.at === "card" && hand.to.card === card;

/** Which hands hold a card in a round while less of it is open than tells what it is, and the edges that they lift. */
function squeezing(outcome: BaccaratOutcome, card: string, round: number) {
  const { revealMs } = lengthsOf("baccarat", "seed");
  const view = { ...viewOf("baccarat", outcome, "revealing", round), revealMs };
  const seen = { hands: new Set<string>(), edges: new Set<number>() };
  const [side, slot] = [card.slice(0, -1) as "player" | "banker", Number(card.at(-1))];
  for (let ms = 0; ms < revealMs; ms += STEP_MS) {
    const pose = scene.pose(view, ms);
    const { turn, axis, secret } = pose.hands[side].cards[slot] ?? {
      turn: 0,
      axis: 0,
      secret: false,
    };
    if (!secret || turn === 0) {
      continue;
    }
    const { left, right } = hands.pose(view, ms, pose, (at) => scene.pose(view, at));
    seen.edges.add(axis);
    for (const [name, hand] of [
      ["left", left],
      ["right", right],
    ] as const) {
      if (holds(hand, card)) {
        seen.hands.add(name);
      }
    }
  }
  return seen;
}

test.each(TURNS)(
  "%s is squeezed by one hand or the other, from several edges",
  (_, title, card) => {
    const outcome = fixtures.baccarat?.find((fixture) => fixture.title === title)
      ?.outcome as BaccaratOutcome;
    const byRound = ROUNDS.map((round) => squeezing(outcome, card, round));
    // One alone in a round, from one edge.
    expect(byRound.every((seen) => seen.hands.size === 1 && seen.edges.size === 1)).toBe(true);
    const share = byRound.filter((seen) => seen.hands.has("left")).length / byRound.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.75);
    expect(new Set(byRound.flatMap((seen) => [...seen.edges])).size).toBeGreaterThanOrEqual(4);
  },
);
