/*
 * Type, distances and movement that hud and canvas share: the hud reads them as CSS custom properties, the
 * canvas as numbers. Colours are in `palette.ts`, themes in `themes.ts`. What only the canvas has is in
 * `components/stage`: the light of each theme (`theme.ts`), the faces of letters (`typefaces.ts`), the
 * lengths of what moves (`times.ts`) and the curves it moves by (`tracks.ts`).
 */

/** The machine's own typeface: a web font for Korean or Chinese would weigh more than the whole page. */
export const typeface = "system-ui, sans-serif";

/** The type scale of the hud: what each kind of text measures. Banner and roads grow with their box. */
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

/** The distances of the hud, between things and around them. */
export const space = {
  tight: "4px",
  snug: "6px",
  even: "8px",
  roomy: "12px",
  wide: "24px",
} as const;

/** How the hud moves, as CSS has it; on the canvas the same is `easeOut` and the lengths of `times.ts`. */
export const motion = {
  /** Comes in fast and settles. */
  settle: "cubic-bezier(.2, .9, .3, 1)",
  fadeMs: 200,
  enterMs: 280,
  markMs: 400,
} as const;

/** The last seconds of betting, in which ring, light and sound become urgent. */
export const LAST_SECONDS = 5;
