import fc from "fast-check";
import type { VisibleBets } from "../../../components/stage/bets/visible-bets.ts";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import type { SceneView } from "../../../src/hud/table/view.ts";
import { words as en } from "../../../src/i18n/en/table.ts";
import { gameWords } from "../../../src/i18n/game-words.ts";
import { SUITS, VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { Entropy } from "../../../src/round/derive.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";

function gameOf<Outcome>(slug: string): Game<Outcome> {
  return findGame(slug) as Game<Outcome>;
}

/** A scene's view of a round in a phase, as the server builds it. */
export function viewOf<Outcome>(
  slug: string,
  outcome: Outcome,
  phase: Phase,
  round = 4_711,
): SceneView<Outcome> {
  const game = gameOf<Outcome>(slug);
  return {
    state: {
      round,
      daily_round: 12,
      date: "2026-01-02",
      phase,
      remainMs: phase === "betting" ? 9_000 : 0,
      ...game.publicFields(phase === "betting" ? null : outcome, phase),
    },
    sides: game.sides,
    words: gameWords(en, slug),
  };
}

export const anyCard: fc.Arbitrary<Card> = fc.record({
  value: fc.constantFrom(...VALUES),
  suit: fc.constantFrom(...SUITS),
});

/** In `drand` mode, cards are on the table before a beacon lets them be turned. */
export const modes = fc.constantFrom<Entropy>("seed", "drand");

export function lengthsOf(slug: string, mode: Entropy) {
  const timing = timingOf(gameOf(slug), mode);
  return {
    closesAtMs: timing.closesMs,
    betMs: phaseLengthMs("betting", timing),
    revealMs: phaseLengthMs("revealing", timing),
  };
}

/**
 * Chips on one winning spot. `settledMs`: since when the win is known, in ms of the `result` phase; null if it is not.
 */
export function betsWon(name: string, chips: number, settledMs: number | null): VisibleBets {
  const pile = { chips, before: chips, sinceMs: 0 };
  const none = { chips: 0, before: 0, sinceMs: 0 };
  const words = { percent: "", stake: "", result: "", isPaid: false, isGain: false };
  return { settledMs, spots: [{ name, total: pile, own: none, hasWon: true, ...words }] };
}

/** Outcomes as a game deals them, from arbitrary random bytes. */
export function outcomesOf<Outcome>(slug: string): fc.Arbitrary<Outcome> {
  const dice = fc.infiniteStream(fc.nat());
  return dice.map((numbers) =>
    gameOf<Outcome>(slug).deal({ below: (limit) => Number(numbers.next().value) % limit }),
  );
}
