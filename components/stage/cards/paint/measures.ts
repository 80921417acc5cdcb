/*
 * What layouts ask of painted things. Apart from the painting itself: layouts are loaded with every table, and
 * what card tables paint only with theirs.
 */

/** Height of a chip, seen a little from the front, by its width. */
export const CHIP_RATIO = 0.86;
/** How much higher each one in a stack lies than the one beneath, by the width. */
export const CHIP_STEP = 0.17;

/** How far from the outer end of a lettered place on a band so thick the ring is that chips stand on, in CSS pixels. */
export const chipsFrom = ({ thick }: { thick: number }): number => thick * 0.74;
