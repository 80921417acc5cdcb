import { looks } from "../../src/look/looks.ts";
import type { Look } from "../../src/look/looks.ts";
import { palette } from "../../src/look/palette.ts";
import type { Theme, ThemeColours } from "../../src/look/themes.ts";
import { mix } from "./paint/colour.ts";

export type { Look } from "../../src/look/looks.ts";

/** A theme in the colours that an operator chose; those left out are the theme's own. */
export function lookOf(theme: Theme, { accent, felt }: Partial<ThemeColours>): Look {
  const look = looks[theme];
  return {
    ...look,
    accent: accent ?? look.accent,
    felt: felt ?? look.felt,
    // The course of a race lies on the operator's cloth too.
    track: felt === undefined || felt === look.felt ? look.track : felt,
  };
}

/** The colour of a side's lettering on the cloth: its own, as bright as can be read; brighter when lit. */
export function letteringOn(look: Look, colour: string, isLit: boolean): string {
  const [inked, lit] = look.addsLight ? [0.6, 0.9] : [0.78, 1];
  return mix(colour, look.ink, look.isOrnate ? (isLit ? lit : inked) : 1);
}

/** Colours of celebration. */
export const LIGHTS = { gold: palette.celebration, tie: palette.celebrationTie } as const;
