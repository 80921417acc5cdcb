import { palette } from "../../src/hud/tokens.ts";

/** The themes that a table can be shown in; the hud has the same ones. */
export type Theme = "dark" | "light" | "contrast";

/** The colours and the light of a table, `#rrggbb` throughout. Cards and balls are the same in all. */
export interface Look {
  /** What the table fades to at its edges, and what veils are made of. */
  night: string;
  felt: string;
  /** What darkens a part of the table for a while. */
  shade: string;
  /** The lamp above and behind the table, and how much of it the cloth throws back, 0 to 1. */
  lamp: string;
  lampShare: number;
  /** How far the corners fade to `night`, 0 to 1. */
  vignette: number;
  /** Lettering, and lettering that is not the point just now. */
  ink: string;
  inkSoft: string;
  /** Inlaid lines, when the operator names no accent. */
  gold: string;
  /** The ground of the race course. */
  track: string;
  /** Ornament in the cloth: scales, stripes, crowd and grain. */
  isOrnate: boolean;
  /** Light adds up; where the cloth is bright already it has to cover instead. */
  addsLight: boolean;
}

/** One studio under three lights: at night, by day, and for eyes that need all the contrast there is. */
export const looks: Readonly<Record<Theme, Look>> = {
  dark: {
    night: palette.night,
    felt: palette.felt,
    shade: palette.night,
    lamp: "#ffd9a0",
    lampShare: 0.24,
    vignette: 0.84,
    ink: palette.ink,
    inkSoft: palette.inkSoft,
    gold: palette.gold,
    track: palette.track,
    isOrnate: true,
    addsLight: true,
  },
  light: {
    night: "#5d8f78",
    felt: "#a9cfb9",
    shade: "#1d3a2d",
    lamp: "#fffdf2",
    lampShare: 0.5,
    vignette: 0.42,
    ink: "#10251b",
    inkSoft: "#24473a",
    gold: "#7a5910",
    track: "#8fb0bf",
    isOrnate: true,
    addsLight: false,
  },
  contrast: {
    night: "#000000",
    felt: "#07130e",
    shade: "#000000",
    lamp: "#ffffff",
    lampShare: 0.03,
    vignette: 0.5,
    ink: "#ffffff",
    inkSoft: "#ffffff",
    gold: "#ffe14d",
    track: "#060c10",
    isOrnate: false,
    addsLight: true,
  },
};
