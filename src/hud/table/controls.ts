export const SHEET_PAGES = ["roads", "statistics", "history", "rules"] as const;
export type SheetPage = (typeof SHEET_PAGES)[number];

export interface Controls {
  /** The page that is open over the table: a sheet page, or a round's proof; null for none. */
  openSheet: SheetPage | "proof" | null;
  muted: boolean;
  isSoundPanelOpen: boolean;
  /** Whether the last seconds of the countdown are audible, if sound is on. */
  ticks: boolean;
  /** Whether the viewer asked for less motion. */
  calm: boolean;
  fullScreen: "unavailable" | "off" | "on";
}

export const initialControls: Controls = {
  openSheet: null,
  muted: true,
  isSoundPanelOpen: false,
  ticks: true,
  calm: false,
  fullScreen: "unavailable",
};
