import { easeInOut, lerp, progress } from "../tracks.ts";
import { DISCARDS, TRAY } from "./places.ts";
import { COMES_MS, handleAt } from "./round.ts";
import type { Deed, PalettePose } from "./round.ts";

/* What the palette does besides dealing: it keeps the table tidy while bets are taken. */

/** A stop of the blade on its way: ms since it began, the middle of the blade, and its height, in mm. */
type Stop = readonly [atMs: number, x: number, y: number, lift: number];

export const WORKS = {
  /** It squares the discards with two taps. */
  squares: [
    [0, DISCARDS.x + 10, DISCARDS.y + 44, 74],
    [220, DISCARDS.x + 10, DISCARDS.y + 40, 40],
    [400, DISCARDS.x + 10, DISCARDS.y + 40, 56],
    [560, DISCARDS.x + 10, DISCARDS.y + 40, 40],
    [800, DISCARDS.x + 10, DISCARDS.y + 44, 74],
  ],
  /** Its edge goes along the tray's row. */
  tidies: [
    [0, -112, TRAY.y + 62, 52],
    [260, -106, TRAY.y + 50, 34],
    [1_260, 106, TRAY.y + 50, 34],
    [1_480, 112, TRAY.y + 62, 52],
  ],
  /** It opens the table with a stroke over the felt. */
  opens: [
    [0, 140, 70, 20],
    [220, 130, 66, 1],
    [1_240, -130, 66, 1],
    [1_440, -140, 70, 20],
  ],
  /** It rests on the tray beside the shoe. */
  rests: [
    [0, 166, TRAY.y + 60, 40],
    [280, 164, TRAY.y + 52, 18],
    [3_200, 164, TRAY.y + 52, 18],
    [3_400, 166, TRAY.y + 60, 40],
  ],
} as const satisfies Record<string, readonly Stop[]>;
export type Work = keyof typeof WORKS;

function along(stops: readonly Stop[], ms: number): PalettePose {
  const nth = Math.max(
    0,
    stops.findLastIndex(([atMs]) => atMs <= ms),
  );
  const [fromMs, ...from] = stops[nth] as Stop;
  const [toMs, ...to] = stops[nth + 1] ?? (stops[nth] as Stop);
  const share = toMs > fromMs ? easeInOut(progress(ms, fromMs, toMs - fromMs)) : 1;
  const [x = 0, y = 0, lift = 0] = from.map((value, i) => lerp(value, to[i] ?? value, share));
  return { x, y, lift, angle: handleAt(x, y), roll: 0, isUnder: false };
}

/** The palette at work from a moment on; nothing where it would not be away by `endMs`. */
export function workingDeeds(work: Work | undefined, atMs: number, endMs: number): Deed[] {
  if (work === undefined) {
    return [];
  }
  const fromMs = atMs + COMES_MS;
  const toMs = fromMs + (WORKS[work].at(-1)?.[0] ?? 0);
  const at = (ms: number) => along(WORKS[work], ms - fromMs);
  return toMs + COMES_MS <= endMs ? [{ fromMs, toMs, at }] : [];
}
