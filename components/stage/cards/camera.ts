import { whim } from "../../../src/round/whim.ts";
import { clamp01, easeInOut, lerp, progress } from "../tracks.ts";
import type { CardPose } from "./dealing.ts";

/*
 * Where a camera looks at each moment of a reveal: at a card, and how closely. Like the hands and the light it
 * goes by the cards that lie open and by the number of the round, never by what nobody has seen yet.
 */

/** A moment of a shot. */
export interface CameraKey {
  atMs: number;
  /** The name of the card that is looked at; null for the middle of the table. */
  card: string | null;
  /** How closely, 0 (all of the table) to 1. */
  push: number;
  /** Whether the cards beside it are to be seen as well: no closer than all of its hand is in the picture. */
  isWhole?: boolean;
}

/** A card that is squeezed in close-up. */
export interface CloseCard {
  name: string;
  pose: CardPose;
  /** The edge it is lifted by (`Squeeze.axis`). */
  axis: number;
}

/** Where the camera looks. Names are of cards; shares from 0 to 1. */
export interface CameraPose {
  from: string | null;
  to: string | null;
  /** How far it is from one to the other. */
  way: number;
  push: number;
  /** How far it looks at all of the hand, and not at the card alone. */
  whole: number;
  /** How far all but the card in close-up is out of focus. */
  blur: number;
  /** Clockwise, in radians. */
  roll: number;
  /** How hard the table was just struck, 1 for a card that lands. */
  shake: number;
  /** The moment of the phase at which the table stands as it is shown out of focus, in ms; null if it is not. */
  behindMs: number | null;
  /** The card in close-up, or the next one that will be, which can be painted meanwhile. */
  close: CloseCard | null;
}

/** How long the table trembles from a card that comes down on it, in ms. */
const SHAKE_MS = 240;

/** How far the camera leans to a side in close-up, in radians. */
const LEANS = 0.022;

/** How much sooner it looks at a card than it is there, and later away than it leaves. */
const LOOKS_AHEAD = 1.5;

const WIDE: CameraKey = { atMs: 0, card: null, push: 0 };

/** The whole of the table, at rest. */
export const WIDE_SHOT: CameraPose = {
  from: null,
  to: null,
  way: 1,
  push: 0,
  whole: 0,
  blur: 0,
  roll: 0,
  shake: 0,
  behindMs: null,
  close: null,
};

/** How much of a blow is left at a moment, -1 to 1. */
function shakeAt(elapsedMs: number, blows: readonly Blow[]): number {
  return blows.reduce((sum, { atMs, force }) => {
    const share = progress(elapsedMs, atMs, SHAKE_MS);
    const swing = share > 0 && share < 1 ? Math.cos(5 * Math.PI * share) * (1 - share) ** 2 : 0;
    return sum + force * swing;
  }, 0);
}

/** Something that comes down on the table. */
export interface Blow {
  atMs: number;
  /** 1 for a card that lands. */
  force: number;
}

/** Where the camera is at a moment: it goes from key to key, slowly off and gently home. `atMs` rises. */
export function cameraAt(
  keys: readonly CameraKey[],
  blows: readonly Blow[],
  round: number,
  elapsedMs: number,
): Omit<CameraPose, "close" | "behindMs"> {
  const after = keys.findIndex(({ atMs }) => atMs > elapsedMs);
  const from = (after === -1 ? keys.at(-1) : keys[after - 1]) ?? WIDE;
  const to = keys[after] ?? from;
  const done = progress(elapsedMs, from.atMs, Math.max(1, to.atMs - from.atMs));
  const share = easeInOut(done);
  const push = lerp(from.push, to.push, share);
  return {
    from: from.card,
    to: to.card,
    // It looks there before it is close, and away when it no longer is: what it is close to stays in the picture.
    way:
      to.card === null
        ? 1 - easeInOut(clamp01((1 - done) * LOOKS_AHEAD))
        : easeInOut(clamp01(done * LOOKS_AHEAD)),
    push,
    whole: lerp(from.isWhole ? 1 : 0, to.isWhole ? 1 : 0, share),
    blur: clamp01((push - 0.42) / 0.4),
    roll: LEANS * (2 * whim(round, 11) - 1) * push,
    shake: shakeAt(elapsedMs, blows),
  };
}
