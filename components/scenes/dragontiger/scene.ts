import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import {
  dealtCard,
  finishedCard,
  LONG_AGO,
  strayOf,
  UNDEALT,
  waitingCard,
} from "../../stage/cards/dealing.ts";
import type { CardPose } from "../../stage/cards/dealing.ts";
import { streakAt } from "../../stage/cards/streak-shown.ts";
import { loadCloseUp } from "../../stage/close-up-loader.ts";
import { celebrationAt, resultLight, sideLight, winnerOf } from "../../stage/lights.ts";
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
import { clamp01, easeInOut, easeOut, progress } from "../../stage/tracks.ts";
import { DRAGON_TIMES, duelOf, tigerTimes } from "./duel.ts";
import type { DuelKind } from "./duel.ts";
import type { DragonTigerPose, Hand } from "./pose.ts";
import { DuelTable } from "./table.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

type View = Play<DragonTigerOutcome>;
/** How dark it is around the card that decides. */
const DIMMED = 0.5;

/** The kind of a duel whose result is out. */
function kindOf({ state }: View): DuelKind | null {
  const { dragon, tiger } = state;
  return dragon && tiger && winnerOf(state) !== null ? duelOf(dragon, tiger) : null;
}

function cardPose(view: View, hand: Hand, elapsedMs: number): CardPose {
  const { phase, round } = view.state;
  const stray = strayOf(round, hand === "dragon" ? 0 : 1);
  const times = { ...(hand === "dragon" ? DRAGON_TIMES : tigerTimes(round)), stray };
  if (phase === "betting") {
    return waitingCard(dealtMsAt(view, DRAGON_TIGER_MS, elapsedMs), times);
  }
  const card = view.state[hand];
  if (!card) {
    return UNDEALT;
  }
  if (phase === "revealing") {
    const isDealt = waitsForBeacon(view);
    return dealtCard(card, elapsedMs, isDealt ? { ...times, dealAtMs: LONG_AGO } : times);
  }
  const light = sideLight(hand, winnerOf(view.state), resultLight(phase, elapsedMs));
  return finishedCard(view.state, elapsedMs, card, { side: hand, nth: 0, light, stray });
}

/** The light narrows around the tiger's card once the dragon's lies open, and opens as both do. */
function dimmingOf({ state }: View, elapsedMs: number): DragonTigerPose["dimming"] {
  const { turnDragonAt, turn, dimming } = DRAGON_TIGER_MS;
  const eased = (fromMs: number) => easeInOut(progress(elapsedMs, fromMs, dimming));
  const share = Math.min(eased(turnDragonAt + turn), 1 - eased(tigerTimes(state.round).openMs));
  return state.phase === "revealing" && share > 0 ? { hand: "tiger", depth: DIMMED * share } : null;
}

/**
 * What is lettered between the cards: one goes before the other comes, and the words are gone before a card
 * is swept. The name of the tie stays when that is what has won.
 */
function betweenCards(
  { state }: View,
  ended: DuelKind | null,
  link: number,
  elapsedMs: number,
): Pick<DragonTigerPose, "tieName" | "byOne"> {
  const left = state.phase === "waiting" ? 1 - progress(elapsedMs, 0, SWEEP_MS.cleared) : 1;
  return {
    tieName: ended === "tie" ? 1 : clamp01(1 - 2 * link),
    byOne: ended === "close" ? clamp01(2 * link - 1) * left : 0,
  };
}

function pose(view: View, phaseMs: number): DragonTigerPose {
  const { phase } = view.state;
  const elapsedMs = phase === "revealing" ? revealMsAt(view, DRAGON_TIGER_MS, phaseMs) : phaseMs;
  const result = winnerOf(view.state);
  const light = resultLight(phase, elapsedMs);
  const ended = kindOf(view);
  const isTie = ended === "tie" || ended === "suited";
  // What celebrates goes as the table begins to be cleared, before the winner's card is on its way.
  const left = phase === "waiting" ? 1 - easeInOut(progress(elapsedMs, 0, SWEEP_MS.card)) : light;
  const grown = phase === "result" ? easeOut(progress(elapsedMs, 0, RESULT_MS.grow)) : left;
  const link = isTie || ended === "close" ? grown : 0;
  return {
    cards: {
      dragon: cardPose(view, "dragon", elapsedMs),
      tiger: cardPose(view, "tiger", elapsedMs),
    },
    lights: {
      dragon: sideLight("dragon", result, light),
      tiger: sideLight("tiger", result, light),
      tie: sideLight("tie", result, light),
    },
    tie: result === "tie",
    drama: ended ?? "none",
    dimming: dimmingOf(view, elapsedMs),
    flood: ended === "landslide" ? grown : 0,
    burst: ended === "landslide" || ended === "suited" ? left : 0,
    link,
    ...betweenCards(view, ended, link, elapsedMs),
    celebration: celebrationAt(phase, result, elapsedMs),
    streak: streakAt(view, result, phaseMs),
    mood: moodOf(view, phaseMs),
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing":
      return phaseMsAt(
        view,
        DRAGON_TIGER_MS,
        tigerTimes(view.state.round).openMs + Math.max(SETTLE_MS, DRAGON_TIGER_MS.dimming),
      );
    case "result":
      return RESULT_MS.celebration;
    case "waiting":
      return Math.max(TABLE_MS.callAt + TABLE_MS.call, SWEEP_MS.winnerAt + SWEEP_MS.card);
    default:
      return TABLE_MS.opening;
  }
}

/** The drawing of Dragon Tiger: two cards slide from the shoe and are turned, the dragon's first. */
export const scene: Scene<DragonTigerOutcome, DragonTigerPose> = {
  pose,
  restsAfterMs,
  livesUntilMs,
  movesAgain: (view) => dealtEarly(view, DRAGON_TIGER_MS),
  build: (kit, view) => new DuelTable(kit, view),
  async loadExtras() {
    const [{ extrasOf }, closeUp] = await Promise.all([import("./extras.ts"), loadCloseUp()]);
    return extrasOf(closeUp);
  },
};
