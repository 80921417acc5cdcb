import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { cardSounds, chipSounds } from "../../stage/card-sounds.ts";
import { rareSounds } from "../../stage/cards/rare-sounds.ts";
import type { Heard, HeardAt } from "../../stage/heard.ts";
import { winnerOf } from "../../stage/lights.ts";
import type { Play } from "../../stage/scene.ts";
import { HANDS } from "./coup.ts";
import type { Hand } from "./coup.ts";
import type { BaccaratPose } from "./pose.ts";
import { rareOf } from "./rare-coups.ts";

/** Where either hand is heard, and how far apart its cards are. */
const [PANS, APART] = [{ player: -0.35, banker: 0.35 }, 0.12] as const;

function handSounds(hand: Hand, { cards }: BaccaratPose["hands"][Hand]) {
  // From the middle of the table outwards.
  return cards.flatMap((card, slot) =>
    cardSounds(`${hand} ${slot}`, card, PANS[hand] + Math.sign(PANS[hand]) * APART * slot),
  );
}

/** What is heard of a Baccarat table. */
export function heard({ hands, dimming }: BaccaratPose): Heard {
  return {
    moving: HANDS.flatMap((hand) => handSounds(hand, hands[hand])),
    lasting: { tension: dimming?.depth ?? 0 },
  };
}

/** What is heard of rare coups: lanterns that rise from six cards, and the comet of a hand that came back. */
const RARE = {
  six: { atMs: 200, sound: "glow" },
  comeback: { atMs: 200, sound: "finish" },
} as const;

/** What is heard of chips that are paid, and of rare coups. */
export function heardAt(view: Play<BaccaratOutcome>): HeardAt[] {
  const winner = winnerOf(view.state);
  const rare = view.state.phase === "result" ? rareOf(view.state, winner) : null;
  const pan = winner === "player" || winner === "banker" ? PANS[winner] : 0;
  return [
    ...chipSounds(view, winner, pan),
    ...rareSounds(view, winner),
    ...(rare ? [{ ...RARE[rare], pan }] : []),
  ];
}
