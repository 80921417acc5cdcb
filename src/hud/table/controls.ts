/** The pages of the sheet. */
export const SHEETS = ["roads", "statistics", "history", "rules"] as const;
export type Sheet = (typeof SHEETS)[number];

/** The state of a table's buttons. */
export interface Controls {
  /** What is open over the table: a page of the sheet, or the proof of a round; null for nothing. */
  sheet: Sheet | "proof" | null;
  muted: boolean;
  /** Whether the settings of the sound are open over the table. */
  soundPanel: boolean;
  /** Whether the last seconds of the countdown are audible, if sound is on. */
  ticks: boolean;
  /** Less motion. */
  calm: boolean;
  /** `none` if the browser does not allow it. */
  fullScreen: "none" | "off" | "on";
}

/** The controls of a table before their first use. */
export const untouched: Controls = {
  sheet: null,
  muted: true,
  soundPanel: false,
  ticks: true,
  calm: false,
  fullScreen: "none",
};
