import { cardSounds, chipSounds } from "../../stage/card-sounds.ts";
import type { Heard } from "../../stage/heard.ts";
import type { DragonTigerPose } from "./pose.ts";

/** Where either card is heard. */
const PANS = { dragon: -0.35, tiger: 0.35 } as const;

/** What is heard of a Dragon Tiger table. */
export function heard({ cards, lights, tie, dimming, celebration }: DragonTigerPose): Heard {
  const pan = tie ? 0 : PANS[lights.dragon.lit > lights.tiger.lit ? "dragon" : "tiger"];
  return {
    moving: [
      ...cardSounds("dragon", cards.dragon, PANS.dragon),
      ...cardSounds("tiger", cards.tiger, PANS.tiger),
      chipSounds(celebration, pan),
    ],
    lasting: { tension: dimming?.depth ?? 0 },
  };
}
