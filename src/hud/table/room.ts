import type { Room } from "../../look/daylight.ts";
import type { Timing } from "../../round/phases.ts";
import { BOARD_ROUNDS } from "../roads/board.ts";

const [DAY_MS, HOURS, STEPS] = [86_400_000, 24, 48] as const;

/**
 * The room while a round of a day is played. Its time of day is that at which the round begins where the
 * table is, not where its viewer is. Undefined where no round is known.
 */
export function roomOf(
  { daily_round: nth }: { daily_round: number },
  { intervalMs }: Pick<Timing, "intervalMs">,
): Room | undefined {
  if (nth < 1) {
    return undefined;
  }
  // On the one day a year that has 25 hours, the last of them is dark as well.
  const day = Math.min((nth - 1) * intervalMs, DAY_MS - 1) / DAY_MS;
  const round = (nth - 1) % BOARD_ROUNDS;
  return {
    hour: (Math.floor(day * STEPS) / STEPS) * HOURS,
    board: Math.floor((nth - 1) / BOARD_ROUNDS),
    round,
    left: BOARD_ROUNDS - 1 - round,
  };
}
