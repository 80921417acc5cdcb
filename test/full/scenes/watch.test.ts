import { expect, test } from "vitest";
import { watchRound } from "../../browser/scenes/watched.ts";

/** The canvases of tables of 390 x 700 and 390 x 260. */
const [tall, flat] = [
  { width: 390, height: 448 },
  { width: 390, height: 171 },
] as const;

/* Cards are swept in three ways, by the round's number modulo 3. */
test.each([
  { slug: "baccarat", renderer: "webgl", size: flat, round: 1_234_567 },
  { slug: "bigsixball", renderer: "canvas", size: flat, round: 1_234_568 },
  { slug: "bigsixball", renderer: "webgl", size: tall, round: 1_234_566 },
  { slug: "dragontiger", renderer: "webgl", size: tall, round: 1_234_567 },
] as const)(
  "round $round of $slug at $size.width x $size.height, drawn by $renderer, shows the right picture after every interruption",
  async (watch) => {
    expect(await watchRound(watch)).toEqual([]);
  },
);
