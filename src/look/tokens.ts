/*
 * Type, distances and motion of the HUD. Colours are in `palette.ts`, themes in `themes.ts`, typefaces in
 * `typefaces.ts`. The canvas has its own times (`components/stage/times.ts`) and curves (`easing.ts`).
 */

/** The system's typeface, because a web font for Korean or Chinese would be larger than the whole page. */
export const typeface = "system-ui, sans-serif";

/** The type scale of the HUD. Banner and roads scale with their box instead. */
export const type = {
  fine: "11px",
  note: "12px",
  label: "13px",
  small: "14px",
  body: "15px",
  lead: "16px",
  title: "20px",
  dial: "24px",
  dialWide: "32px",
} as const;

export const space = {
  tight: "4px",
  snug: "6px",
  even: "8px",
  roomy: "12px",
  wide: "24px",
} as const;

export const motion = {
  /** Starts fast and settles. */
  settle: "cubic-bezier(.2, .9, .3, 1)",
  fadeMs: 200,
  enterMs: 280,
  markMs: 400,
} as const;

/**
 * How far a shot's focus is moved down in a box that is taller than the focus, as a fraction of the spare height. The
 * box then shows more of the hall above and less bare felt below.
 */
export const SPARE_ABOVE = 0.15;
