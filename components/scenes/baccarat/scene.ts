import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { dealtCard, restingCard, sweptCard, UNDEALT } from "../../stage/cards/dealing.ts";
import type { CardPose } from "../../stage/cards/dealing.ts";
import { streakAt } from "../../stage/cards/streak.ts";
import type { StreakShown } from "../../stage/cards/streak.ts";
import { gleamOver, resultLight, sideLight, sweepAtMs, winnerOf } from "../../stage/lights.ts";
import type { SideLight } from "../../stage/lights.ts";
import { livesUntilMs, moodOf } from "../../stage/mood.ts";
import type { Mood } from "../../stage/mood.ts";
import { stretchOf } from "../../stage/pacing.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { RESULT_MS, SETTLE_MS, SWEEP_MS, TABLE_MS } from "../../stage/times.ts";
import { easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { cardsOf, dramaOf, HANDS, isPair, pairSeenMs, pointsOf, SLOTS, timesOf } from "./coup.ts";
import type { CoupDrama, Hand, Slot } from "./coup.ts";
import { CoupTable } from "./table.ts";
import { BACCARAT_MS } from "./times.ts";

type View = Play<BaccaratOutcome>;

/** One hand as it lies on the table. */
export interface HandPose {
  /** Always three; one that is not drawn stays in the shoe. */
  cards: readonly [CardPose, CardPose, CardPose];
  /** The points of what is face up; null before anything is. */
  total: number | null;
  light: SideLight;
  /** How far the bracket around two like cards has closed, 0 to 1. */
  pair: number;
  /** How strong the rays behind a natural are, 0 to 1. */
  burst: number;
  /** How far the badge "natural" is shown, 0 to 1. */
  natural: number;
}

/** Where everything stands on a Baccarat table. */
export interface BaccaratPose {
  drama: CoupDrama | "tie" | "none";
  hands: Record<Hand, HandPose>;
  /** Where the light narrows for a third card, and how dark the rest is, 0 to 1. */
  dimming: { hand: Hand; depth: number } | null;
  tie: SideLight & { won: boolean };
  /** How far the celebration of the result has run, 0 to 1. */
  celebration: number;
  streak: StreakShown | null;
  mood: Mood;
}

/** What is left of a natural's rays once they have burst out. */
const GLOWING = 0.72;
/** How dark the table is around the place of a third card. */
const DIMMED = 0.58;

function cardPose(
  view: View,
  hand: Hand,
  slot: Slot,
  elapsedMs: number,
  light: SideLight,
): CardPose {
  const card = cardsOf(view.state, hand)[slot];
  if (!card || view.state.phase === "betting") {
    return UNDEALT;
  }
  switch (view.state.phase) {
    case "revealing":
      return dealtCard(card, elapsedMs, timesOf(view.state, hand, slot));
    case "result":
      return restingCard(card, light, gleamOver(elapsedMs, light.lit, slot));
    default:
      return sweptCard(card, elapsedMs, sweepAtMs(hand, view.state.result, slot), light);
  }
}

/** How much of a hand's own light is left: it goes with the loser's shade, and with the cards. */
function staying(view: View, hand: Hand, elapsedMs: number): number {
  const light = resultLight(view.state.phase, elapsedMs);
  const won = view.state.result === hand || view.state.result === "tie";
  switch (view.state.phase) {
    case "revealing":
      return 1;
    case "result":
      return won ? 1 : 1 - light;
    default:
      return won ? light : 0;
  }
}

function handPose(view: View, hand: Hand, elapsedMs: number): HandPose {
  const { phase } = view.state;
  const light = sideLight(hand, winnerOf(view.state), resultLight(phase, elapsedMs));
  const cards = cardsOf(view.state, hand);
  const pose = (slot: Slot) => cardPose(view, hand, slot, elapsedMs, light);
  const poses = [pose(0), pose(1), pose(2)] as const;
  // A card counts once it lies open: before that only its edge is seen.
  const open = cards.filter((_, i) => poses[i]?.turn === 1);
  const cleared = phase === "waiting" && (poses[0]?.travel ?? 0) >= 1.9;
  const total = open.length > 0 && !cleared ? pointsOf(open) : null;
  const isNatural = view.state.natural === true && pointsOf(cards) >= 8 && open.length === 2;
  const seen = phase === "revealing" ? elapsedMs - pairSeenMs(view.state, hand) : 60_000;
  const stays = phase === "betting" ? 0 : staying(view, hand, elapsedMs);
  const burst = progress(seen, 0, BACCARAT_MS.burst);
  return {
    cards: poses,
    total,
    light,
    // A pair is paid whoever wins: it stays until the cards are swept.
    pair:
      isPair(cards) && !cleared && phase !== "betting"
        ? easeInOut(progress(seen, 0, BACCARAT_MS.pair)) * (phase === "waiting" ? stays : 1)
        : 0,
    // Out in a third of its time, and back to a glow in the rest.
    burst: isNatural
      ? stays * (burst < 0.3 ? easeOut(burst / 0.3) : lerp(1, GLOWING, (burst - 0.3) / 0.7))
      : 0,
    natural: isNatural ? stays * progress(seen, 0, BACCARAT_MS.badge) : 0,
  };
}

/** Light narrows before a third card leaves the shoe and opens once it lies there face up. */
function dimmingOf(view: View, elapsedMs: number): BaccaratPose["dimming"] {
  if (view.state.phase !== "revealing") {
    return null;
  }
  for (const hand of HANDS) {
    if (cardsOf(view.state, hand).length > 2) {
      const { dealAtMs, turnAtMs, turnMs } = timesOf(view.state, hand, 2);
      const startMs = dealAtMs - BACCARAT_MS.dimming;
      const endMs = turnAtMs + turnMs;
      if (elapsedMs > startMs && elapsedMs < endMs) {
        const depth = Math.min(
          easeInOut(progress(elapsedMs, startMs, BACCARAT_MS.dimming)),
          1 - easeInOut(progress(elapsedMs, endMs - BACCARAT_MS.dimming, BACCARAT_MS.dimming)),
        );
        return { hand, depth: DIMMED * depth };
      }
    }
  }
  return null;
}

const stretch = (view: View): number => stretchOf(view, BACCARAT_MS.phase);

function pose(view: View, phaseMs: number): BaccaratPose {
  const { phase } = view.state;
  const elapsedMs = phase === "revealing" ? phaseMs / stretch(view) : phaseMs;
  const result = winnerOf(view.state);
  const light = resultLight(phase, elapsedMs);
  const [player, banker] = [
    handPose(view, "player", elapsedMs),
    handPose(view, "banker", elapsedMs),
  ];
  const drama = phase === "betting" ? "none" : dramaOf(view.state);
  return {
    drama: result === "tie" ? "tie" : drama,
    hands: { player, banker },
    dimming: dimmingOf(view, elapsedMs),
    tie: { ...sideLight("tie", result, light), won: result === "tie" },
    celebration:
      phase === "result" ? progress(elapsedMs, 0, RESULT_MS.celebration) : result ? 1 : 0,
    streak: streakAt(view, phaseMs),
    mood: moodOf(view, phaseMs),
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing": {
      const ends = HANDS.flatMap((hand) => [
        pairSeenMs(view.state, hand) + BACCARAT_MS.burst,
        ...cardsOf(view.state, hand).map((_, i) => {
          const { turnAtMs, turnMs } = timesOf(view.state, hand, SLOTS[i] ?? 0);
          return turnAtMs + turnMs + SETTLE_MS;
        }),
      ]);
      return Math.max(...ends) * stretch(view);
    }
    case "result":
      return RESULT_MS.celebration;
    case "waiting":
      return Math.max(
        TABLE_MS.callAt + TABLE_MS.call,
        SWEEP_MS.winnerAt + SWEEP_MS.card + 2 * SWEEP_MS.every,
      );
    default:
      return TABLE_MS.opening;
  }
}

/** The drawing of Baccarat: player on the left, banker on the right, third cards laid across. */
export const scene: Scene<BaccaratOutcome, BaccaratPose> = {
  pose,
  restsAfterMs,
  livesUntilMs,
  build: (kit, view) => new CoupTable(kit, view),
};
