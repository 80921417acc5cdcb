import { PAY_MS, paymentOf } from "./bets/payment.ts";
import type { HeardAt, Moving, SoundMark } from "./heard.ts";
import type { Play } from "./scene.ts";

/** Where the shoe is heard, -1 to 1. */
const SHOE_PAN = 0.55;

/** `travel` of a card: 0 in the shoe, 1 on its place, 2 swept away. */
const ON_ITS_WAY: readonly SoundMark[] = [
  { past: 0.001, sound: "slide", pan: SHOE_PAN },
  { past: 0.9999, sound: "land" },
  { past: 1.01, sound: "sweep" },
];

/** Paper creaks again with each such share of a turn, until the card goes over with a snap. */
const [CREAKS_EVERY, SNAPS_AT] = [0.022, 0.68];

const TURNING: readonly SoundMark[] = [
  ...Array.from({ length: Math.floor(0.62 / CREAKS_EVERY) }, (_, i): SoundMark => ({
    past: (i + 1) * CREAKS_EVERY,
    sound: "creak",
    // No two fibres give way alike.
    gain: 0.55 + 0.45 * Math.abs(Math.sin(7 * i)),
  })),
  { past: SNAPS_AT, sound: "snap" },
];

/** The sound of a card at `pan`, from -1 to 1. */
export function cardSounds(
  id: string,
  { travel, turn }: { travel: number; turn: number },
  pan: number,
): Moving[] {
  return [
    { id, at: travel, pan, marks: ON_ITS_WAY },
    { id: `${id} over`, at: turn, pan, marks: TURNING },
  ];
}

/** What is heard of chips that are paid to the winner, who is at `pan`: out of the tray, laid down, and onto the bets. */
export function chipSounds(view: Play, winner: string | null, pan: number): HeardAt[] {
  const payment = paymentOf(view, winner);
  if (!payment || view.bets === undefined) {
    return [];
  }
  const sounds: readonly HeardAt[] = [
    { atMs: PAY_MS.takenAt, sound: "chips", gain: 0.6, pan: 0 },
    { atMs: PAY_MS.laidAt, sound: "chips", pan },
    { atMs: PAY_MS.letGoAt, sound: "chips", gain: 0.8, pan },
  ];
  return sounds.map((sound) => ({ ...sound, atMs: sound.atMs + payment.lateMs }));
}
