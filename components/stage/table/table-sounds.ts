import { confirmedWinner } from "../result-light.ts";
import type { PoseSounds, SoundMark, TimedSound } from "../scene-sounds.ts";
import type { Play } from "../scene.ts";
import { findPayment, PAY_MS } from "./payment.ts";
import type { CardTableLayout, CardTablePose } from "./table-scene.ts";

/** The shoe's stereo position, -1 to 1. */
const SHOE_PAN = 0.55;

/** Sounds by the `travel` of a card: 0 in the shoe, 1 in its place, 2 swept away. */
const TRAVEL_MARKS: readonly SoundMark[] = [
  { past: 0.001, sound: "slide", pan: SHOE_PAN },
  { past: 0.9999, sound: "land" },
  { past: 1.01, sound: "sweep" },
];

/** A turn's progress between two creaks of the paper, after the last creak, and when the card snaps over. */
const CREAK_INTERVAL = 0.022;
const CREAK_UNTIL = 0.62;
const SNAP_AT = 0.68;

const TURN_MARKS: readonly SoundMark[] = [
  ...Array.from({ length: Math.floor(CREAK_UNTIL / CREAK_INTERVAL) }, (_, i): SoundMark => ({
    past: (i + 1) * CREAK_INTERVAL,
    sound: "creak",
    // Varies the creaks, so that no two sound alike.
    gain: 0.55 + 0.45 * Math.abs(Math.sin(7 * i)),
  })),
  { past: SNAP_AT, sound: "snap" },
];

/** The sounds of a payment to the winner at `pan`: out of the tray, laid down, and onto the bets. */
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

/** Distance from the centre of the felt at which a sound is panned fully to one side, in mm. */
const FULL_PAN_MM = 330;

/** A ribbon card ticks as it falls over. */
const RIBBON_MARKS: readonly SoundMark[] = [{ past: 0.9, sound: "land", gain: 0.3 }];

export function tableSounds({ sides }: Pick<CardTableLayout, "sides">) {
  return {
    poseSounds: ({ cards, close }: CardTablePose): PoseSounds => ({
      moving: cards.flatMap(({ name, side, at, travel, turn }) => {
        const pan = at.x / FULL_PAN_MM;
        return side === ""
          ? { id: name, at: turn, pan, marks: RIBBON_MARKS }
          : [
              { id: name, at: travel, pan, marks: TRAVEL_MARKS },
              { id: `${name} over`, at: turn, pan, marks: TURN_MARKS },
            ];
      }),
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
