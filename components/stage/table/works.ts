import type { FeltBand } from "../../../src/look/felt-band.ts";
import { PAY_MS } from "../bets/payment.ts";
import type { Payment } from "../bets/payment.ts";
import type { Play } from "../scene.ts";
import { clamp01, easeInOut, lerp, progress } from "../tracks.ts";
import { DISCARDS, TRAY } from "./places.ts";
import { ribbonAt, ribbonBlade, RIBBON_MS } from "./ribbon.ts";
import { behind, COMES_MS, handleAt } from "./round.ts";
import type { Deed, PaddlePose } from "./round.ts";

/* What the paddle does besides dealing: it keeps the table tidy while bets are taken, and pays the winner. */

/** A stop of the blade on its way: ms since it began, the middle of the blade, and its height, in mm. */
type Stop = readonly [atMs: number, x: number, y: number, lift: number];

export const WORKS = {
  /** It squares the discards with two taps of its edge. */
  squares: [
    [0, DISCARDS.x + 100, DISCARDS.y - 22, 46],
    [280, DISCARDS.x + 80, DISCARDS.y - 22, 20],
    [440, DISCARDS.x + 72, DISCARDS.y - 22, 18],
    [640, DISCARDS.x + 82, DISCARDS.y - 22, 18],
    [800, DISCARDS.x + 72, DISCARDS.y - 22, 18],
    [1_100, DISCARDS.x + 100, DISCARDS.y - 22, 46],
  ],
  /** Its edge goes along the tray's row. */
  tidies: [
    [0, -112, TRAY.y + 62, 52],
    [260, -106, TRAY.y + 50, 34],
    [1_260, 106, TRAY.y + 50, 34],
    [1_480, 112, TRAY.y + 62, 52],
  ],
} as const satisfies Record<string, readonly Stop[]>;
/** What the paddle does while bets are taken; `spreads` shows the deck. */
export type Work = keyof typeof WORKS | "spreads";

function along(stops: readonly Stop[], ms: number): PaddlePose {
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

/** The paddle at work from a moment on; nothing where it would not be away by `endMs`. */
export function workingDeeds(work: Work | undefined, atMs: number, endMs: number): Deed[] {
  if (work === undefined) {
    return [];
  }
  const fromMs = atMs + COMES_MS;
  const deed: Deed =
    work === "spreads"
      ? {
          fromMs,
          toMs: fromMs + RIBBON_MS,
          at: (ms) => ribbonBlade(ms - fromMs),
          cards: (ms) => ribbonAt(ms - fromMs),
        }
      : {
          fromMs,
          toMs: fromMs + (WORKS[work].at(-1)?.[0] ?? 0),
          at: (ms) => along(WORKS[work], ms - fromMs),
        };
  return deed.toMs + COMES_MS <= endMs ? [deed] : [];
}

/** The chips that the winner is paid, on the felt in mm, and how far they are in sight, 0 to 1. */
export interface StackPose {
  x: number;
  y: number;
  seen: number;
}

/** How far the stack is from the end of its cell, and the middle of the blade that pushes it behind the stack, in mm. */
const [FROM_END, BEHIND] = [19, 96] as const;
/** How far the paddle leans as it pushes the stack, in degrees for each mm from the middle. */
const LEANS = 0.28;

/** The stack goes to the end of its cell that is nearest to the middle. */
function paidPlace({ cells, y, height, sag }: FeltBand, side: Payment["side"]) {
  const [first, tie, last] = cells;
  const right = last?.to ?? 1;
  const x = {
    left: (first?.to ?? 0) - FROM_END,
    right: (last?.from ?? 0) + FROM_END,
    tie: (tie?.from ?? 0) + FROM_END,
  }[side];
  return { x, y: y - height / 2 - sag * (1 - (x / right) ** 2) };
}

/** When players take what they are paid, in ms of phase `waiting`, and how far towards them, in mm. */
const [TAKEN_MS, TAKEN] = [420, 190] as const;

/**
 * The winner's stack: out of the tray, between the cards, into the winner's cell; taken in phase `waiting`. An operator's
 * bets grow in its place once it is there.
 */
export function paidStack(
  band: FeltBand,
  { side, lateMs }: Payment,
  ms: number,
  { bets, state: { phase } }: Pick<Play, "bets" | "state">,
): StackPose | null {
  const to = paidPlace(band, side);
  if (phase === "waiting") {
    const taken = progress(ms, 0, TAKEN_MS);
    return taken < 1 ? { ...to, y: to.y - TAKEN * taken ** 2, seen: 1 } : null;
  }
  const { takenAt, laidAt } = PAY_MS;
  const way = progress(ms - lateMs, takenAt, laidAt - takenAt);
  const share = easeInOut(way);
  const x = lerp(TRAY.x, to.x, clamp01(share * 1.6 - 0.6) ** 1.5);
  const isAway = way === 0 || (way === 1 && bets !== undefined);
  return isAway ? null : { x, y: lerp(TRAY.y, to.y, share), seen: clamp01(share * 12) };
}

/** The paddle that pushes it. */
export function payingDeeds(band: FeltBand, payment: Payment): Deed[] {
  const { takeAt, takenAt, laidAt, letGoAt } = PAY_MS;
  const view = { bets: undefined, state: { phase: "result" } } as Play;
  return [
    {
      fromMs: takeAt + payment.lateMs,
      toMs: letGoAt + payment.lateMs,
      at(ms) {
        const elapsedMs = ms - payment.lateMs;
        const { x, y } = paidStack(band, payment, ms, view) ?? TRAY;
        const drawnBack = 14 * easeInOut(progress(elapsedMs, laidAt, letGoAt - laidAt));
        const blade = {
          x,
          y,
          // Its handle leans to the middle, off the winner's cards.
          angle: LEANS * x,
          lift: 1 + 24 * (1 - progress(elapsedMs, takenAt, 300)),
          roll: 0,
          isUnder: false,
        };
        return behind(blade, BEHIND + drawnBack);
      },
    },
  ];
}
