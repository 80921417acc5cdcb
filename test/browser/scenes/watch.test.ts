import { expect, test } from "vitest";
import { watchRound } from "./watched.ts";

/** The canvas of a table of 830 x 553. */
const size = { width: 830, height: 374 };
/** Of the kind whose swept cards are turned and bowed at once: the number modulo 3 is 2. */
const round = 1_234_568;

// Where software draws WebGL, a round of it takes long: `npm run test:full` watches the other renderer of each game.
test.each([
  { slug: "baccarat", renderer: "canvas" },
  { slug: "bigsixball", renderer: "canvas" },
  { slug: "dragontiger", renderer: "webgl" },
] as const)(
  "a disturbed round of $slug is always the picture of its moment, drawn by $renderer",
  async ({ slug, renderer }) => {
    expect(await watchRound({ slug, renderer, size, round })).toEqual([]);
  },
);
