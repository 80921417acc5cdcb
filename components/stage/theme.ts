import { looks } from "../../src/look/looks.ts";
import type { Look } from "../../src/look/looks.ts";
import { palette } from "../../src/look/palette.ts";
import type { Theme } from "../../src/look/themes.ts";

export type { Look } from "../../src/look/looks.ts";

/** A theme with the accent that an operator chose, or its own. */
export function lookOf(theme: Theme, accent: string | undefined): Look {
  const look = looks[theme];
  return {
    ...look,
    accent: accent ?? look.accent,
  };
}

/** Colours of celebration. */
export const LIGHTS = { gold: palette.celebration, tie: palette.celebrationTie } as const;
