import type { CardPose } from "../../stage/cards/dealing.ts";
import type { StreakShown } from "../../stage/cards/streak-shown.ts";
import type { SideLight } from "../../stage/lights.ts";
import type { Mood } from "../../stage/mood.ts";
import type { CoupDrama, Hand } from "./coup.ts";
import type { Dimming } from "./dimming.ts";

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
  /** The card that the light narrows around, and how dark the rest is. */
  dimming: Dimming | null;
  tie: SideLight & { won: boolean };
  /** How far the celebration of the result has run, 0 to 1. */
  celebration: number;
  streak: StreakShown | null;
  mood: Mood;
}
