/** Lengths of the parts of a reveal, in ms from the start of phase `revealing` or of their own start. */
export const DRAGON_TIGER_MS = {
  /** Each card's way from the shoe to its place. */
  deal: 620,
  dealDragonAt: 150,
  dealTigerAt: 500,
  turn: 700,
  turnDragonAt: 1_500,
  turnTigerAt: 2_900,
} as const;

/** The shortest `revealing` there will be is 5 s; all of this is over before 4.6 s. */
export const BACCARAT_MS = {
  deal: 420,
  /** Between the starts of one card and the next. */
  dealEvery: 250,
  turn: 420,
  /** Between the first and the second card of a hand. */
  turnEvery: 110,
  turnPlayerAt: 1_300,
  turnBankerAt: 1_950,
  /** When the first and, if there is one, the second third card leaves the shoe. */
  thirdsAt: [2_780, 3_660],
  turnAfterDeal: 400,
  /** How long the word "natural" takes to appear. */
  badge: 300,
} as const;

/** The race is over, and every ball lies still, before 12.6 s: the shortest race phase is 13 s. */
export const RACE_MS = {
  /** Balls hop from their own places to the lanes of the launch order. */
  lineUp: 1_100,
  /** How long the name of a ball takes to come or go. */
  name: 260,
  /** After the first launch, how long the list takes to become one of ranks. */
  list: 900,
  /** How long the gate takes to rise. */
  gate: 300,
  launchAt: 1_500,
  /** Between one launch and the next. */
  launchEvery: 70,
  firstFinishAt: 9_300,
  /** Bounds of the gap between one ball's finish and the next. */
  gapMin: 90,
  gapMax: 410,
  /** From the finish line to standing still. */
  runOut: 1_100,
} as const;

/** What every table does once its result is out. */
export const RESULT_MS = { light: 600, podium: 1_100 } as const;

/** How the table is cleared in phase `waiting`: the shortest is 2 s. */
export const SWEEP_MS = { card: 600, every: 90, balls: 1_400 } as const;

/** Height of a playing card by its width: 5:7. */
export const CARD_RATIO = 7 / 5;

/** The share of a box's height at its foot where the hud lays its result banner. */
export const BANNER_SHARE = 0.15;

/** Typefaces of the machine: a web font for Korean or Chinese would weigh more than the whole page. */
export const TYPEFACE = {
  plain: 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK KR", sans-serif',
  index: '"Liberation Sans Narrow", "Arial Narrow", "Helvetica Neue", Arial, sans-serif',
} as const;

/** The one palette, for scenes too: they import nothing else of the hud. */
export { palette, sideColours } from "../../src/hud/tokens.ts";
