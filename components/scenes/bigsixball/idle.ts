import { arc, clamp01 } from "../../stage/tracks.ts";

/** How long one ball is called before the next, in seconds. */
export const CALLED_S = 3;

/** Which turn it is a time into the wait, for how long it has been that, and whose; in seconds. */
export function turnAt(life: number): { nth: number; since: number; ball: number } {
  // Half a second late: tables that are looked at once a second see each of them called in full.
  const turn = (life + 0.5) / CALLED_S;
  const nth = Math.floor(turn);
  return { nth, since: (turn - nth) * CALLED_S, ball: nth % 6 };
}

/**
 * How a ball lies while it waits: it rocks a little, and in turn each is called: it rises, and its lane
 * is lit. `named` is how far its name is seen, 0 to 1.
 */
export function idleOf(
  ball: number,
  life: number,
  named: number,
): { roll: number; hop: number; called: number } {
  const settled = Math.min(1, life / 2) * named;
  const { since, ball: whose } = turnAt(life);
  const called = whose === ball ? settled * clamp01(Math.min(since, CALLED_S - since) / 0.4) : 0;
  return {
    roll: settled * 0.2 * Math.sin(life * 1.3 + ball * 1.9),
    hop: called * (0.16 + 0.16 * arc((since % 1.5) / 1.5)),
    called,
  };
}
