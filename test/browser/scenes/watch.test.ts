import { expect, test } from "vitest";
import { watchRound } from "./watched.ts";

// This uses the fast renderer; `npm run test:full` covers the others.
test.each(["baccarat", "dragontiger"] as const)(
  "%s shows the right picture after every interruption",
  async (slug) => {
    const size = { width: 830, height: 374 };
    expect(await watchRound({ slug, renderer: "canvas", size, round: 1_234_568 })).toEqual([]);
  },
);
