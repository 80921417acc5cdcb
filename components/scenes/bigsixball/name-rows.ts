/** Nobody reads smaller names, in CSS pixels. */
export const LEAST_TYPE_PX = 9;

/** So much wider names may be in two rows: those at the ends stay between the rails. */
const TWO_ROWS = 1.48;

/**
 * In how many rows names stand beneath balls in lanes that are so wide, and in type how high: in narrow lanes
 * two, so that those of neighbours do not meet. `widestPx` is the widest name in type of `typePx`. CSS pixels.
 */
export function rowsOf({
  typePx,
  lanePx,
  widestPx,
}: {
  typePx: number;
  lanePx: number;
  widestPx: number;
}): { rows: 1 | 2; typePx: number } {
  const share = (lanePx * 0.86) / widestPx;
  const rows = typePx * share < LEAST_TYPE_PX ? 2 : 1;
  const fitting = Math.floor(typePx * Math.min(1, share * (rows === 2 ? TWO_ROWS : 1)));
  return { rows, typePx: Math.max(LEAST_TYPE_PX, fitting) };
}

/** How far down a name is on its way between two rows, 0 to 1: the lanes take turns. */
export function lowerRow(lane: number): number {
  return (1 - Math.cos(lane * Math.PI)) / 2;
}
