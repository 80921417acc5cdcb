import type { Spot } from "./dealing.ts";
import type { Size } from "./scene.ts";
import { BANNER_SHARE, CARD_RATIO } from "./theme.ts";

/** Where one hand of up to three cards lies. */
interface HandLayout {
  spots: readonly [Spot, Spot, Spot];
  name: { x: number; y: number };
  total: { x: number; y: number };
}

/** Where two hands lie in a box. CSS pixels throughout. */
export interface TwoHandsLayout {
  cardWidth: number;
  typePx: number;
  badgePx: number;
  left: HandLayout;
  right: HandLayout;
  tie: { x: number; y: number };
  shoe: Spot;
  off: Spot;
}

/** Pairs side by side with third cards outside them; in a tall box third cards lie beneath. */
export function twoHandsLayout({ width, height }: Size): TwoHandsLayout {
  const tall = height > width;
  const clear = height * (1 - BANNER_SHARE);
  const fits = tall
    ? Math.min(width * 0.225, clear * 0.24)
    : Math.min((width / 2) * 0.26, clear * 0.36);
  const w = 2 * Math.round(fits / 2);
  const h = w * CARD_RATIO;
  const gap = Math.max(3, Math.round(w * 0.07));
  const typePx = Math.max(10, Math.min(22, height * 0.05, width * 0.05));
  const badgePx = 2 * Math.round(Math.max(24, Math.min(72, clear * (tall ? 0.13 : 0.2))) / 2);
  const room = tall ? typePx * 2 + h + w + badgePx : typePx * 1.6 + h + badgePx;
  const space = Math.max(0, (clear - room) / (tall ? 3.1 : 2.7));
  const nameY = space + typePx * 0.6;
  const y = Math.round(nameY + typePx * 0.7 + space * 0.6 + h / 2);
  const underY = y + h / 2 + gap + w / 2;
  const totalY = (tall ? underY + w / 2 : y + h / 2) + space * 0.7 + badgePx / 2;
  const hand = (side: -1 | 1): HandLayout => {
    // From the middle of the table outwards.
    const inner = tall ? (width / 2 - 2 * w - gap) / 2 : Math.max(gap * 1.2, width * 0.018);
    const x = (outwards: number) => width / 2 + side * (inner + outwards);
    const pairX = x(w + gap / 2);
    const [near, far] = [x(w / 2), x(w * 1.5 + gap)];
    const third = tall
      ? { x: pairX, y: underY, angle: (side * Math.PI) / 2 }
      : { x: x(2 * w + 2 * gap + h / 2), y: y + (h - w) / 2, angle: (side * Math.PI) / 2 };
    const [left, right] = side < 0 ? [far, near] : [near, far];
    return {
      spots: [{ x: left, y, angle: 0 }, { x: right, y, angle: 0 }, third],
      name: { x: pairX, y: nameY },
      total: { x: pairX, y: totalY },
    };
  };
  return {
    cardWidth: w,
    typePx,
    badgePx,
    left: hand(-1),
    right: hand(1),
    tie: { x: width / 2, y: totalY },
    shoe: { x: width * (tall ? 0.86 : 0.96), y: -w * 0.3, angle: 0.5 },
    off: { x: -w * 1.2, y: -w, angle: -0.9 },
  };
}
