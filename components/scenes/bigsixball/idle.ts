import { arc, clamp01 } from "../../stage/tracks.ts";

/** How long one ball is called before the next, in seconds. */
const CALLED_S = 3;

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
  // Half a second late: tables that are looked at once a second see each of them called in full.
  const turn = (life + 0.5) / CALLED_S;
  const since = (turn % 1) * CALLED_S;
  const isCalled = Math.floor(turn) % 6 === ball;
  const called = isCalled ? settled * clamp01(Math.min(since, CALLED_S - since) / 0.4) : 0;
  return {
    roll: settled * 0.2 * Math.sin(life * 1.3 + ball * 1.9),
    hop: called * (0.16 + 0.16 * arc((since % 1.5) / 1.5)),
    called,
  };
}
