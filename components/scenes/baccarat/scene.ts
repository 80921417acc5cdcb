import { handTotal } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import {
  dealtCard,
  finishedCard,
  strayOf,
  UNDEALT,
  waitingCard,
} from "../../stage/cards/dealing.ts";
import type { CardPose } from "../../stage/cards/dealing.ts";
import { streakAt } from "../../stage/cards/streak-shown.ts";
import { sweepOf } from "../../stage/cards/sweeps.ts";
import { loadCloseUp } from "../../stage/close-up-loader.ts";
import { celebrationAt, resultLight, sideLight, winnerOf } from "../../stage/lights.ts";
import type { SideLight } from "../../stage/lights.ts";
import { livesUntilMs, moodOf } from "../../stage/mood.ts";
import {
  dealtEarly,
  dealtMsAt,
  phaseMsAt,
  revealMsAt,
  waitsForBeacon,
} from "../../stage/pacing.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { RESULT_MS, SETTLE_MS, SWEEP_MS, TABLE_MS } from "../../stage/times.ts";
import { arc, easeInOut, lerp, progress } from "../../stage/tracks.ts";
import { cardsOf, dramaOf, HANDS, isPair } from "./coup.ts";
import type { Hand, Slot } from "./coup.ts";
import { dimmingAt } from "./dimming.ts";
import type { BaccaratPose, HandPose } from "./pose.ts";
import { sweptFrom } from "./sweeping.ts";
import { CoupTable } from "./table.ts";
import { BACCARAT_MS } from "./times.ts";
import { firstDeal, openMs, turnsOf } from "./turns.ts";
import type { Turn } from "./turns.ts";

type View = Play<BaccaratOutcome>;

/** What is left of a natural's rays once they have burst out. */
const GLOWING = 0.72;

/** From so much of its turn on a card shows all of its face, and counts: what is left is its far edge coming down. */
const FACED = 0.8;

function cardPose(
  view: View,
  hand: Hand,
  turn: Turn | undefined,
  slot: Slot,
  elapsedMs: number,
  light: SideLight,
): CardPose {
  const stray = strayOf(view.state.round, HANDS.indexOf(hand) + 2 * slot);
  if (view.state.phase === "betting") {
    const deal = firstDeal(hand, slot);
    const dealtMs = dealtMsAt(view, BACCARAT_MS, elapsedMs);
    return deal ? waitingCard(dealtMs, { ...deal, stray }) : UNDEALT;
  }
  const card = cardsOf(view.state, hand)[slot];
  if (!card || !turn) {
    return UNDEALT;
  }
  return view.state.phase === "revealing"
    ? dealtCard(card, elapsedMs, { ...turn, stray })
    : finishedCard(view.state, elapsedMs, card, {
        side: hand,
        nth: slot,
        light,
        stray,
        from: sweptFrom(hand, slot, cardsOf(view.state, hand).length, sweepOf(view.state.round)),
      });
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

function handPose(view: View, turns: readonly Turn[], hand: Hand, elapsedMs: number): HandPose {
  const { phase } = view.state;
  const own = turns.filter((turn) => turn.hand === hand);
  const light = sideLight(hand, winnerOf(view.state), resultLight(phase, elapsedMs));
  const cards = cardsOf(view.state, hand);
  const pose = (slot: Slot) => cardPose(view, hand, own[slot], slot, elapsedMs, light);
  const poses = [pose(0), pose(1), pose(2)] as const;
  const turned = (least: number) =>
    cards.filter((_, i) => phase === "waiting" || (poses[i]?.turn ?? 0) >= least);
  const cleared = phase === "waiting" && (poses[0]?.travel ?? 0) >= 1.9;
  const seenCards = turned(FACED);
  const total = seenCards.length > 0 && !cleared ? handTotal(seenCards) : null;
  const isNatural = view.state.natural === true && handTotal(cards) >= 8 && turned(1).length === 2;
  const seen = phase === "revealing" && own[1] ? elapsedMs - openMs(own[1]) : 60_000;
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
    // Out in half of its time, and back to a glow in the rest.
    burst: isNatural ? stays * (burst < 0.5 ? arc(burst) : lerp(1, GLOWING, 2 * burst - 1)) : 0,
    natural: isNatural ? stays * progress(seen, 0, BACCARAT_MS.badge) : 0,
  };
}

function pose(view: View, phaseMs: number): BaccaratPose {
  const { phase } = view.state;
  const elapsedMs = phase === "revealing" ? revealMsAt(view, BACCARAT_MS, phaseMs) : phaseMs;
  const result = winnerOf(view.state);
  const light = resultLight(phase, elapsedMs);
  const turns = phase === "betting" ? [] : turnsOf(view.state, waitsForBeacon(view));
  const [player, banker] = [
    handPose(view, turns, "player", elapsedMs),
    handPose(view, turns, "banker", elapsedMs),
  ];
  return {
    drama: result === null ? "none" : result === "tie" ? "tie" : dramaOf(view.state),
    hands: { player, banker },
    dimming: phase === "revealing" ? dimmingAt(turns, elapsedMs) : null,
    tie: { ...sideLight("tie", result, light), won: result === "tie" },
    celebration: celebrationAt(phase, result, elapsedMs),
    streak: streakAt(view, result, phaseMs),
    mood: moodOf(view, phaseMs),
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing": {
      const ends = turnsOf(view.state, waitsForBeacon(view)).map(openMs);
      const shownMs = Math.max(BACCARAT_MS.dimming, BACCARAT_MS.burst, SETTLE_MS);
      return phaseMsAt(view, BACCARAT_MS, Math.max(...ends) + shownMs);
    }
    case "result":
      return RESULT_MS.celebration;
    case "waiting":
      return Math.max(TABLE_MS.callAt + TABLE_MS.call, SWEEP_MS.winnerAt + SWEEP_MS.card);
    default:
      return TABLE_MS.opening;
  }
}

/** The drawing of Baccarat: player on the left, banker on the right, third cards laid across. */
export const scene: Scene<BaccaratOutcome, BaccaratPose> = {
  pose,
  restsAfterMs,
  livesUntilMs,
  movesAgain: (view) => dealtEarly(view, BACCARAT_MS),
  build: (kit, view) => new CoupTable(kit, view),
  async loadExtras() {
    const [{ extrasOf }, closeUp] = await Promise.all([import("./extras.ts"), loadCloseUp()]);
    return extrasOf(closeUp);
  },
};
