import { palette } from "../../src/hud/tokens.ts";
import { mix } from "./paint/colour.ts";

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
    night: "#8f7650",
    felt: "#dccfb0",
    shade: "#33240f",
    lamp: "#fffdf4",
    lampShare: 0.62,
    vignette: 0.66,
    ink: "#1a1206",
    inkSoft: "#43351d",
    gold: "#7a5910",
    track: "#d3c6a4",
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

/** The colour of a side's lettering on the cloth: its own, as bright as can be read; brighter when lit. */
export function letteringOn(look: Look, colour: string, isLit: boolean): string {
  return mix(colour, look.ink, look.isOrnate ? (isLit ? 0.8 : 0.6) : 1);
}
