/** What the sheet over the table shows. */
export const SHEETS = ["roads", "statistics", "history", "rules"] as const;
export type Sheet = (typeof SHEETS)[number];

/** What the viewer has set by the buttons of a table. */
export interface Controls {
  /** What lies over the table: a page of the sheet, or the proof of a round; null when it lies open. */
  sheet: Sheet | "proof" | null;
  muted: boolean;
  /** Whether the last seconds of the countdown are heard, when sound is on. */
  ticks: boolean;
  /** Less motion. */
  calm: boolean;
  /** `none` where the browser does not allow it. */
  fullScreen: "none" | "off" | "on";
}

/** The controls of a table that nobody has touched. */
export const untouched: Controls = {
  sheet: null,
  muted: true,
  ticks: true,
  calm: false,
  fullScreen: "none",
};
