import { easeInOut, lerp, progress } from "../tracks.ts";
import { DISCARDS } from "./places.ts";
import { ribbonAction } from "./ribbon.ts";
import { ENTER_MS, handleAt, REST_TILT } from "./round.ts";
import type { PaddleAction, PaddlePose } from "./round.ts";

/* What the paddle does during betting. */

/** A point on the path of the blade: the time since the start in ms, the middle of the blade and its height in mm. */
type Stop = readonly [atMs: number, x: number, y: number, lift: number];

/** Chores with a fixed path. */
const CHORES = {
  /** Squares the discards with two taps. */
  squares: [
    [0, DISCARDS.x + 100, DISCARDS.y - 22, 46],
    [280, DISCARDS.x + 80, DISCARDS.y - 22, 20],
    [440, DISCARDS.x + 72, DISCARDS.y - 22, 18],
    [640, DISCARDS.x + 82, DISCARDS.y - 22, 18],
    [800, DISCARDS.x + 72, DISCARDS.y - 22, 18],
    [1_100, DISCARDS.x + 100, DISCARDS.y - 22, 46],
  ],
} as const satisfies Record<string, readonly Stop[]>;
/** A chore of the paddle during betting; `spreads` shows the deck. */
export type Chore = keyof typeof CHORES | "spreads";

function pathAt(stops: readonly Stop[], ms: number): PaddlePose {
  const nth = Math.max(
    0,
    stops.findLastIndex(([atMs]) => atMs <= ms),
  );
  const [fromMs, ...from] = stops[nth] as Stop;
  const [toMs, ...to] = stops[nth + 1] ?? (stops[nth] as Stop);
  const share = toMs > fromMs ? easeInOut(progress(ms, fromMs, toMs - fromMs)) : 1;
  const [x = 0, y = 0, lift = 0] = from.map((value, i) => lerp(value, to[i] ?? value, share));
  return { x, y, lift, angle: handleAt(x, y), tilt: REST_TILT, isUnder: false };
}

/** The actions of a chore of a round from `atMs` on; none if the paddle could not leave by `endMs`. */
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
          toMs: fromMs + (CHORES[chore].at(-1)?.[0] ?? 0),
          at: (ms) => pathAt(CHORES[chore], ms - fromMs),
        };
  return action.toMs + ENTER_MS <= endMs ? [action] : [];
}
