import type { CardValue } from "../round/cards.ts";

/** Size of a card, in mm. */
export const CARD = { width: 90, height: 126 } as const;

const [LEFT, MIDDLE, RIGHT] = [0.33, 0.5, 0.67];

const POSITIONS: Readonly<Partial<Record<CardValue, readonly (readonly [number, number])[]>>> = {
  "2": middle(0.22, 0.78),
  "3": middle(0.22, 0.5, 0.78),
  "4": pairs(0.23, 0.77),
  "5": [...pairs(0.23, 0.77), ...middle(0.5)],
  "6": pairs(0.23, 0.5, 0.77),
  "7": [...pairs(0.23, 0.5, 0.77), ...middle(0.365)],
  "8": [...pairs(0.23, 0.5, 0.77), ...middle(0.365, 0.635)],
  "9": [...pairs(0.235, 0.412, 0.588, 0.765), ...middle(0.5)],
  "10": [...pairs(0.235, 0.412, 0.588, 0.765), ...middle(0.324, 0.676)],
};

function middle(...heights: readonly number[]): (readonly [number, number])[] {
  return heights.map((y) => [MIDDLE, y]);
}

function pairs(...heights: readonly number[]): (readonly [number, number])[] {
  return heights.flatMap((y) => [[LEFT, y] as const, [RIGHT, y] as const]);
}

/**
 * A value's pips; none for a court card. `x` and `y` are the position of a pip's centre, 0 to 1; in the lower half it
 * is upside down. `size` is its height, relative to the card's width.
 */
export function pipsFor(value: CardValue): { x: number; y: number; size: number }[] {
  if (value === "A") {
    return [{ x: MIDDLE, y: 0.5, size: 0.5 }];
  }
  const count = Number(value);
  const size = count > 8 ? 0.146 : count > 3 ? 0.178 : 0.26;
  return (POSITIONS[value] ?? []).map(([x, y]) => ({ x, y, size }));
}
