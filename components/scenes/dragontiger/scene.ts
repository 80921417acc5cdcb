import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
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
import { easeInOut, easeOut, progress } from "../../stage/tracks.ts";
import { DRAGON_TIMES, duelOf, tigerTimes } from "./duel.ts";
import type { DuelKind } from "./duel.ts";
import { DuelTable } from "./table.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

type View = Play<DragonTigerOutcome>;
type Hand = "dragon" | "tiger";

/** Where everything stands on a Dragon Tiger table. */
export interface DragonTigerPose {
  cards: Record<Hand, CardPose>;
  lights: Record<Hand | "tie", SideLight>;
  tie: boolean;
  /** How the duel ended, once that may be shown. */
  drama: DuelKind | "none";
  /** How dark the table is around the card that is being turned, and whose that is. */
  dimming: { hand: Hand; depth: number } | null;
  /** How far the winner's light has flooded the table, 0 to 1: only in a landslide. */
  flood: number;
  /** Rays behind the winner, 0 to 1: in a landslide and a suited tie. */
  burst: number;
  /** How far a beam joins the two cards, 0 to 1: in ties and close calls. */
  link: number;
  /** How far the celebration of the result has run, 0 to 1. */
  celebration: number;
  streak: StreakShown | null;
  mood: Mood;
}

/** How dark it is around the card that decides, where all hangs on it and where little does. */
const DIMMED = { squeezed: 0.46, turned: 0.3 } as const;

/** The kind of a duel whose cards are known; betting knows nothing, whatever the state holds. */
function kindOf({ state }: View): DuelKind | null {
  const { dragon, tiger, phase } = state;
  return dragon && tiger && phase !== "betting" ? duelOf(dragon, tiger) : null;
}

function cardPose(view: View, hand: Hand, kind: DuelKind, elapsedMs: number): CardPose {
  const { phase } = view.state;
  const card = view.state[hand];
  if (!card) {
    return UNDEALT;
  }
  if (phase === "revealing") {
    return dealtCard(card, elapsedMs, hand === "dragon" ? DRAGON_TIMES : tigerTimes(kind));
  }
  const result = winnerOf(view.state);
  const light = sideLight(hand, result, resultLight(phase, elapsedMs));
  return phase === "result"
    ? restingCard(card, light, gleamOver(elapsedMs, light.lit, 0))
    : sweptCard(card, elapsedMs, sweepAtMs(hand, result, 0), light);
}

/** The light narrows around the tiger's card while the hand keeps the table waiting. */
function dimmingOf(view: View, kind: DuelKind, elapsedMs: number): DragonTigerPose["dimming"] {
  const { turnAtMs, turnMs, ease } = tigerTimes(kind);
  const fade = Math.min(DRAGON_TIGER_MS.deal, turnMs);
  if (view.state.phase !== "revealing" || elapsedMs >= turnAtMs + turnMs) {
    return null;
  }
  const depth = Math.min(
    // As soon as the dragon's card lies open.
    easeInOut(progress(elapsedMs, DRAGON_TIGER_MS.turnDragonAt + DRAGON_TIGER_MS.turn, fade)),
    1 - easeInOut(progress(elapsedMs, turnAtMs + turnMs - fade, fade)),
  );
  return depth > 0
    ? { hand: "tiger", depth: (ease ? DIMMED.squeezed : DIMMED.turned) * depth }
    : null;
}

const stretch = (view: View): number => stretchOf(view, DRAGON_TIGER_MS.phase);

function pose(view: View, phaseMs: number): DragonTigerPose {
  const { phase } = view.state;
  const elapsedMs = phase === "revealing" ? phaseMs / stretch(view) : phaseMs;
  const result = winnerOf(view.state);
  const light = resultLight(phase, elapsedMs);
  const kind = kindOf(view);
  const ended = result ? kind : null;
  const card = (hand: Hand) => (kind ? cardPose(view, hand, kind, elapsedMs) : UNDEALT);
  const isTie = ended === "tie" || ended === "suited";
  const grown = phase === "result" ? easeOut(progress(elapsedMs, 0, RESULT_MS.grow)) : light;
  return {
    cards: { dragon: card("dragon"), tiger: card("tiger") },
    lights: {
      dragon: sideLight("dragon", result, light),
      tiger: sideLight("tiger", result, light),
      tie: sideLight("tie", result, light),
    },
    tie: result === "tie",
    drama: ended ?? "none",
    dimming: kind ? dimmingOf(view, kind, elapsedMs) : null,
    flood: ended === "landslide" ? grown : 0,
    burst: ended === "landslide" || ended === "suited" ? light : 0,
    link: isTie || ended === "close" ? grown : 0,
    celebration:
      phase === "result" ? progress(elapsedMs, 0, RESULT_MS.celebration) : result ? 1 : 0,
    streak: streakAt(view, phaseMs),
    mood: moodOf(view, phaseMs),
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing": {
      const { turnAtMs, turnMs } = tigerTimes(kindOf(view) ?? "plain");
      return (turnAtMs + turnMs + SETTLE_MS) * stretch(view);
    }
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
  build: (kit, view) => new DuelTable(kit, view),
};
