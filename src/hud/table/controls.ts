/** The pages of the sheet. */
export const SHEETS = ["roads", "statistics", "history", "rules"] as const;
export type Sheet = (typeof SHEETS)[number];

/** The state of a table's buttons. */
export interface Controls {
  /** The page that is open over the table: one of the sheet, or the proof of a round; null for none. */
  sheet: Sheet | "proof" | null;
  muted: boolean;
  /** Whether the sound settings are open. */
  soundPanel: boolean;
  /** Whether the last seconds of the countdown are audible, if sound is on. */
  ticks: boolean;
  /** Less motion. */
  calm: boolean;
  /** `none` if full screen is not available. */
  fullScreen: "none" | "off" | "on";
}

/** The controls of a table before their first use. */
export const initialControls: Controls = {
  sheet: null,
  muted: true,
  soundPanel: false,
  ticks: true,
  calm: false,
  fullScreen: "none",
};
