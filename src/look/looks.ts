import { palette } from "./palette.ts";
import { themes } from "./themes.ts";
import type { Theme, ThemeColours } from "./themes.ts";

/** The colours and the light of a table, `#rrggbb` throughout. Cards and balls are the same in all. */
export interface Look extends ThemeColours {
  /** What the table fades to at its edges, and what veils are made of. */
  night: string;
  /** What darkens a part of the table for a while. */
  shade: string;
  /**
   * How far the cloth darkens towards `shade` when its lamp dims, 0 to 1; little enough that its
   * lettering stays legible.
   */
  dusk: number;
  /** The shade over the course while its podium is up, and the podium's stone. */
  veil: string;
  stone: string;
  /** The lamp above and behind the table, and how much of it the cloth throws back, 0 to 1. */
  lamp: string;
  lampShare: number;
  /** How far the corners fade to `night`, 0 to 1. */
  vignette: number;
  /** Lettering, and lettering that is not the point just now. */
  ink: string;
  inkSoft: string;
  /** The ground of the race course, and of the list above it. */
  track: string;
  board: string;
  /** Ornament in the cloth: scales, stripes, crowd and grain. */
  isOrnate: boolean;
  /** Light adds up; where the cloth is bright already it has to cover instead. */
  addsLight: boolean;
}

/** One studio under three lights: at night, by day, and for eyes that need all the contrast there is. */
export const looks: Readonly<Record<Theme, Look>> = {
  dark: {
    ...themes.dark,
    night: palette.night,
    shade: palette.night,
    dusk: 0,
    veil: palette.night,
    stone: "#0b0f14",
    lamp: "#ffd9a0",
    lampShare: 0.17,
    vignette: 0.84,
    ink: palette.ink,
    inkSoft: palette.inkSoft,
    track: palette.track,
    board: palette.night,
    isOrnate: true,
    addsLight: true,
  },
  light: {
    ...themes.light,
    night: "#5d6b4a",
    shade: "#1f2a17",
    dusk: 0.3,
    veil: "#8a774f",
    stone: "#f2ead8",
    lamp: "#fffdf4",
    lampShare: 0.38,
    vignette: 0.6,
    ink: "#1a1206",
    inkSoft: "#43351d",
    track: "#ded2b2",
    board: "#f7f1e2",
    isOrnate: true,
    addsLight: false,
  },
  contrast: {
    ...themes.contrast,
    night: "#000000",
    shade: "#000000",
    dusk: 0,
    veil: "#000000",
    stone: "#0b0f14",
    lamp: "#ffffff",
    lampShare: 0.03,
    vignette: 0.5,
    ink: "#ffffff",
    inkSoft: "#ffffff",
    track: "#060c10",
    board: "#000000",
    isOrnate: false,
    addsLight: true,
  },
};
