import { looks } from "../../src/look/looks.ts";
import type { Look } from "../../src/look/looks.ts";
import { palette } from "../../src/look/palette.ts";
import type { Theme, ThemeColours } from "../../src/look/themes.ts";

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

/** Colours of celebration. */
export const LIGHTS = { gold: palette.celebration, tie: palette.celebrationTie } as const;
