import { describe, expect, test } from "vitest";
import { litCloth } from "../../../components/stage/paint/felt.ts";
import { themes } from "../../../src/look/themes.ts";

type Rgb = readonly [number, number, number];
const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const saturation = (rgb: Rgb): number => 1 - Math.min(...rgb) / Math.max(1, ...rgb);

/** A cloth over which so much light of a colour is laid: added to it, or covering it. */
function under(felt: string, light: string, share: number, adds: boolean): Rgb {
  const [cloth, on] = [rgbOf(felt), rgbOf(light)];
  return cloth.map((channel, i) =>
    Math.min(255, channel * (adds ? 1 : 1 - share) + share * (on[i] ?? 0)),
  ) as unknown as Rgb;
}
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** From the rim of the winner's light to its middle. */
const SHARES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35];

describe.each([
  ["dark", themes.dark.felt, true],
  ["light", themes.light.felt, false],
  ["a blue one of an operator", "#122c55", true],
  ["a red one of an operator", "#5a1420", true],
] as const)("the light of a winner on a cloth that is %s", (_, felt, adds) => {
  const lit = SHARES.map((share) => under(felt, litCloth(felt), share, adds));

  test("leaves it its colour", () => {
    expect(mean(lit.map(saturation))).toBeGreaterThan(0.75 * saturation(rgbOf(felt)));
  });

  test("makes it brighter and warmer", () => {
    const warmth = ([red, , blue]: Rgb) => red / Math.max(1, blue);
    for (const rgb of lit) {
      expect(Math.max(...rgb)).toBeGreaterThan(Math.max(...rgbOf(felt)));
      expect(warmth(rgb)).toBeGreaterThanOrEqual(warmth(rgbOf(felt)));
    }
  });
});

test("light of the dragon's red would leave a green cloth grey", () => {
  const { felt } = themes.dark;
  const greyed = SHARES.map((share) => saturation(under(felt, "#d94a52", share, true)));
  expect(mean(greyed)).toBeLessThan(0.7 * saturation(rgbOf(felt)));
});
