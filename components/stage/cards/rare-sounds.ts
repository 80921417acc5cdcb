import type { HeardAt } from "../heard.ts";
import type { Play } from "../scene.ts";
import { CUT_MS, SHOE_MS } from "./shoe-times.ts";
import { PLATE_AT_MS, streakAt } from "./streak-shown.ts";

/** Where the shoe is heard, and either side. */
const [SHOE, ASIDE] = [0.6, 0.35];

/** What is heard of what only some rounds of a card game have: the cut card, another shoe, and the plate of a streak. */
export function rareSounds(view: Play, winner: string | null): HeardAt[] {
  const { room, state, board } = view;
  if (state.phase === "betting") {
    if (room?.left === 0) {
      return [{ atMs: CUT_MS.at, sound: "cut", pan: SHOE }];
    }
    const { at, backAt, back, cutAt } = SHOE_MS;
    return room?.round === 0
      ? [
          { atMs: at, sound: "sweep", pan: SHOE },
          { atMs: backAt, sound: "sweep", pan: SHOE },
          { atMs: backAt + back, sound: "land", pan: SHOE, gain: 1.2 },
          { atMs: cutAt, sound: "cut", pan: SHOE },
        ]
      : [];
  }
  const streak = streakAt(view, winner, Number.POSITIVE_INFINITY);
  if (state.phase !== "result" || winner === null || !streak) {
    return [];
  }
  const isFirst = board.sides.find(({ id }) => id !== "tie")?.id === streak.side;
  return [{ atMs: PLATE_AT_MS, sound: "plate", pan: isFirst ? -ASIDE : ASIDE }];
}
