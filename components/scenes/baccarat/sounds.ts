import { cardSounds, chipSounds } from "../../stage/card-sounds.ts";
import type { Heard } from "../../stage/heard.ts";
import { HANDS } from "./coup.ts";
import type { Hand } from "./coup.ts";
import type { BaccaratPose } from "./pose.ts";

/** Where either hand is heard, and how far apart its cards are. */
const [PANS, APART] = [{ player: -0.35, banker: 0.35 }, 0.12] as const;

function handSounds(hand: Hand, { cards }: BaccaratPose["hands"][Hand]) {
  // From the middle of the table outwards.
  return cards.flatMap((card, slot) =>
    cardSounds(`${hand} ${slot}`, card, PANS[hand] + Math.sign(PANS[hand]) * APART * slot),
  );
}

/** What is heard of a Baccarat table. */
export function heard({ hands, tie, dimming, celebration }: BaccaratPose): Heard {
  const winner = hands.player.light.lit > hands.banker.light.lit ? "player" : "banker";
  const pan = tie.won ? 0 : PANS[winner];
  return {
    moving: [
      ...HANDS.flatMap((hand) => handSounds(hand, hands[hand])),
      chipSounds(celebration, pan),
    ],
    lasting: { tension: dimming?.depth ?? 0 },
  };
}
