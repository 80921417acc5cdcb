import { describe, test } from "vitest";
import { slugs } from "../../../src/games/index.ts";
import { watchRound } from "./watched.ts";

/** The canvas of a table of 830 x 553. */
const size = { width: 830, height: 374 };
/** Of the kind whose swept cards are turned and bowed at once: the number modulo 3 is 2. */
const round = 1_234_568;

describe.each(["webgl", "canvas"] as const)("drawn by %s", (renderer) => {
  test.each(slugs)("a disturbed round of %s is always the picture of its moment", (slug) =>
    watchRound({ slug, renderer, size, round }),
  );
});
