import { easeInOut, lerp, progress } from "../easing.ts";
import { ribbonAction } from "./deck-ribbon.ts";
import { ENTER_MS, FLAT, handleAt } from "./paddle-actions.ts";
import type { PaddleAction, PaddlePose } from "./paddle-actions.ts";
import { DISCARDS } from "./places.ts";

/** A point on the blade's path: the time since the start in ms, the centre of the blade and its height in mm. */
type Stop = readonly [atMs: number, x: number, y: number, lift: number];

/** The blade's path as it squares the discards with two taps. */
const SQUARING: readonly Stop[] = [
  [0, DISCARDS.x + 100, DISCARDS.y - 22, 46],
  [280, DISCARDS.x + 80, DISCARDS.y - 22, 20],
  [440, DISCARDS.x + 72, DISCARDS.y - 22, 18],
  [640, DISCARDS.x + 82, DISCARDS.y - 22, 18],
  [800, DISCARDS.x + 72, DISCARDS.y - 22, 18],
  [1_100, DISCARDS.x + 100, DISCARDS.y - 22, 46],
];

/** A paddle chore during betting: it squares the discards, or spreads the deck to show it. */
export type Chore = "squares" | "spreads";

function squaringPaddle(ms: number): PaddlePose {
  const index = SQUARING.findLastIndex(([atMs]) => atMs <= ms);
  const stops = SQUARING.slice(Math.max(0, index));
  const [fromMs, ...from] = stops[0] as Stop;
  const [toMs, ...to] = stops[1] ?? (stops[0] as Stop);
  const share = toMs > fromMs ? easeInOut(progress(ms, fromMs, toMs - fromMs)) : 1;
  const [x = 0, y = 0, lift = 0] = from.map((value, i) => lerp(value, to[i] ?? value, share));
  return { ...FLAT, x, y, lift, angle: handleAt(x, y) };
}

/** A chore's actions, starting at `atMs`; none if the paddle could not leave by `endMs`. */
export function choreActions(
  chore: Chore | undefined,
  round: number,
  atMs: number,
  endMs: number,
): PaddleAction[] {
  if (chore === undefined) {
    return [];
  }
  const fromMs = atMs + ENTER_MS;
  const action: PaddleAction =
    chore === "spreads"
      ? ribbonAction(fromMs, round)
      : {
          fromMs,
          toMs: fromMs + (SQUARING.at(-1)?.[0] ?? 0),
          at: (ms) => squaringPaddle(ms - fromMs),
        };
  return action.toMs + ENTER_MS <= endMs ? [action] : [];
}
