import { confirmedWinner } from "../result-light.ts";
import type { MovingSound, PoseSounds, SoundMark, TimedSound } from "../scene-sounds.ts";
import type { Play } from "../scene.ts";
import type { CardPose } from "./card-poses.ts";
import { findPayment, PAY_MS } from "./payment.ts";
import type { CardTableLayout, CardTablePose } from "./scene.ts";

/** Stereo position of the shoe, -1 to 1. */
const SHOE_PAN = 0.55;

/** Sounds by the `travel` of a card: 0 in the shoe, 1 in its place, 2 swept away. */
const TRAVEL_MARKS: readonly SoundMark[] = [
  { past: 0.001, sound: "slide", pan: SHOE_PAN },
  { past: 0.9999, sound: "land" },
  { past: 1.01, sound: "sweep" },
];

/** Progress of a turn between two creaks of the paper. */
const CREAKS_EVERY = 0.022;
/** Progress of a turn at which the card flips over with a snap. */
const SNAPS_AT = 0.68;

const TURN_MARKS: readonly SoundMark[] = [
  ...Array.from({ length: Math.floor(0.62 / CREAKS_EVERY) }, (_, i): SoundMark => ({
    past: (i + 1) * CREAKS_EVERY,
    sound: "creak",
    // Varies the creaks, so that no two sound alike.
    gain: 0.55 + 0.45 * Math.abs(Math.sin(7 * i)),
  })),
  { past: SNAPS_AT, sound: "snap" },
];

/** The sounds of a moving card at `pan`, from -1 to 1. */
function cardSounds(
  id: string,
  { travel, turn }: { travel: number; turn: number },
  pan: number,
): MovingSound[] {
  return [
    { id, at: travel, pan, marks: TRAVEL_MARKS },
    { id: `${id} over`, at: turn, pan, marks: TURN_MARKS },
  ];
}

/** The sounds of paying chips to the winner at `pan`: out of the tray, laid down, and onto the bets. */
function chipSounds(view: Play, winner: string | null, pan: number): TimedSound[] {
  const payment = findPayment(view, winner);
  if (!payment || view.bets === undefined) {
    return [];
  }
  const sounds: readonly TimedSound[] = [
    { atMs: PAY_MS.takenAt, sound: "chips", gain: 0.6, pan: 0 },
    { atMs: PAY_MS.laidAt, sound: "chips", pan },
    { atMs: PAY_MS.letGoAt, sound: "chips", gain: 0.8, pan },
  ];
  return sounds.map((sound) => ({ ...sound, atMs: sound.atMs + payment.lateMs }));
}

/** Distance from the middle of the felt that is panned fully to one side, in mm. */
const FULL_PAN_MM = 330;

/** The tick of a ribbon card as it falls over. */
const ribbonSounds = ({ name, turn }: CardPose, pan: number): MovingSound[] => [
  { id: name, at: turn, pan, marks: [{ past: 0.9, sound: "land", gain: 0.3 }] },
];

export function tableSounds({ sides }: Pick<CardTableLayout, "sides">) {
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
