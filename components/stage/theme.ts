import { looks } from "../../src/look/looks.ts";
import type { Look } from "../../src/look/looks.ts";
import { palette } from "../../src/look/palette.ts";
import type { Theme } from "../../src/look/themes.ts";
import { mix } from "./paint/colour.ts";

export type { Look } from "../../src/look/looks.ts";

/** A theme with the accent that an operator chose, or its own. */
export function lookOf(theme: Theme, accent: string | undefined): Look {
  const look = looks[theme];
  return {
    ...look,
    accent: accent ?? look.accent,
  };
}

/** The colour of a side's lettering on the cloth: its own, as bright as can be read; brighter when lit. */
export function letteringOn(look: Look, colour: string, isLit: boolean): string {
  const [inked, lit] = look.addsLight ? [0.6, 0.9] : [0.78, 1];
  return mix(colour, look.ink, look.isOrnate ? (isLit ? lit : inked) : 1);
}

/** Colours of celebration. */
export const LIGHTS = { gold: palette.celebration, tie: palette.celebrationTie } as const;
