import { cardSounds, chipSounds } from "../card-sounds.ts";
import { winnerOf } from "../lights.ts";
import type { MovingSound, PoseSounds, TimedSound } from "../scene-sounds.ts";
import type { Play } from "../scene.ts";
import type { CardPose } from "./round.ts";
import type { CardTableLook, CardTablePose } from "./scene.ts";

/** Where the edge of the felt is heard, in mm from its middle: -1 and 1. */
const EDGE = 330;

/** A card of the ribbon ticks as it falls over. */
const ribbonSounds = ({ name, turn }: CardPose, pan: number): MovingSound[] => [
  { id: name, at: turn, pan, marks: [{ past: 0.9, sound: "land", gain: 0.3 }] },
];

/** What is heard of a table of cards. */
export function tableSounds({ sides }: Pick<CardTableLook, "sides">) {
  return {
    poseSounds: ({ cards, close }: CardTablePose): PoseSounds => ({
      moving: cards.flatMap((card) =>
        card.side === ""
          ? ribbonSounds(card, card.at.x / EDGE)
          : cardSounds(card.name, card, card.at.x / EDGE),
      ),
      sustained: { tension: close === null ? 0 : 0.55 },
    }),
    timedSounds(view: Play): TimedSound[] {
      const { phase, result } = view.state as typeof view.state & { result: string | null };
      const winner = winnerOf({ phase, result });
      const pan = winner === sides[0] ? -0.35 : winner === sides[1] ? 0.35 : 0;
      return chipSounds(view, winner, pan);
    },
  };
}
