import { describe, expect, test } from "vitest";
import { mix } from "../../../components/stage/paint/colour.ts";
import { letteringOn, LIGHTS, lookOf } from "../../../components/stage/theme.ts";
import { sideColours } from "../../../src/look/palette.ts";
import { THEMES } from "../../../src/look/themes.ts";

/** Relative luminance of `#rrggbb`, as WCAG 2.2 has it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const { red, blue, green } = sideColours;
const sides = { red: red.fill, blue: blue.fill, green: green.fill, tie: LIGHTS.tie };

describe.each(THEMES)("on the cloth of the theme %s", (theme) => {
  const look = lookOf(theme, {});

  test.each(Object.entries(sides))(
    "lettering in %s is read, by the light of the lamp as well",
    (_, colour) => {
      for (const cloth of [look.felt, mix(look.felt, look.lamp, look.lampShare / 2)]) {
        for (const isLit of [false, true]) {
          expect(contrast(letteringOn(look, colour, isLit), cloth)).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );

  test.each(Object.entries(sides))(
    "the winner's name in %s is read while the cloth is dimmed around it",
    (_, colour) => {
      const cloth = mix(look.felt, look.shade, look.dusk);
      expect(contrast(letteringOn(look, colour, true), cloth)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
