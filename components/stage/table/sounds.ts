import { cardSounds, chipSounds } from "../card-sounds.ts";
import { confirmedWinner } from "../lights.ts";
import type { MovingSound, PoseSounds, TimedSound } from "../scene-sounds.ts";
import type { Play } from "../scene.ts";
import type { CardPose } from "./round.ts";
import type { CardTableLook, CardTablePose } from "./scene.ts";

/** Distance from the middle of the felt that is panned fully to one side, in mm. */
const FULL_PAN_MM = 330;

/** The tick of a ribbon card as it falls over. */
const ribbonSounds = ({ name, turn }: CardPose, pan: number): MovingSound[] => [
  { id: name, at: turn, pan, marks: [{ past: 0.9, sound: "land", gain: 0.3 }] },
];

/** The sounds of a card table. */
export function tableSounds({ sides }: Pick<CardTableLook, "sides">) {
  return {
    poseSounds: ({ cards, close }: CardTablePose): PoseSounds => ({
      moving: cards.flatMap((card) =>
        card.side === ""
          ? ribbonSounds(card, card.at.x / FULL_PAN_MM)
          : cardSounds(card.name, card, card.at.x / FULL_PAN_MM),
      ),
      sustained: { tension: close === null ? 0 : 0.55 },
    }),
    timedSounds(view: Play): TimedSound[] {
      const { phase, result } = view.state as typeof view.state & { result: string | null };
      const winner = confirmedWinner({ phase, result });
      const pan = winner === sides[0] ? -0.35 : winner === sides[1] ? 0.35 : 0;
      return chipSounds(view, winner, pan);
    },
  };
}
