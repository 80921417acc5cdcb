import { expect, test } from "vitest";
import { watchRound } from "./watched.ts";

// Drawn by the quick renderer: `npm run test:full` watches the others.
test.each(["baccarat", "dragontiger"] as const)(
  "a disturbed round of %s is always the picture of its moment",
  async (slug) => {
    const size = { width: 830, height: 374 };
    expect(await watchRound({ slug, renderer: "canvas", size, round: 1_234_568 })).toEqual([]);
  },
);
