import type { CardPose } from "../../stage/cards/dealing.ts";
import type { StreakShown } from "../../stage/cards/streak-shown.ts";
import type { SideLight } from "../../stage/lights.ts";
import type { Mood } from "../../stage/mood.ts";
import type { DuelKind } from "./duel.ts";

export type Hand = "dragon" | "tiger";

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
  /** How far the name of the tie is seen between the cards, and how far the words "by one" in its place, 0 to 1. */
  tieName: number;
  byOne: number;
  /** How far the celebration of the result has run, 0 to 1. */
  celebration: number;
  streak: StreakShown | null;
  mood: Mood;
}
