import { describe, expect, test } from "vitest";
import { slugs } from "../../../src/games/index.ts";
import { watchRound } from "../../browser/scenes/watched.ts";

/** The canvases of tables of 390 x 700 and 390 x 260. */
const sizes = [
  { width: 390, height: 448 },
  { width: 390, height: 171 },
] as const;
/** One of each kind: cards are swept in three ways, by the number modulo 3. */
const rounds = [1_234_566, 1_234_567, 1_234_568] as const;

describe.each(["webgl", "canvas"] as const)("drawn by %s", (renderer) => {
  describe.each(sizes)("at $width x $height", (size) => {
    test.each(rounds.flatMap((round) => slugs.map((slug) => ({ slug, round }))))(
      "a disturbed round $round of $slug is always the picture of its moment",
      async ({ slug, round }) => {
        expect(await watchRound({ slug, renderer, size, round })).toEqual([]);
      },
    );
  });
});
