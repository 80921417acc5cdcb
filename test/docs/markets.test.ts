import { expect, test } from "vitest";
import { marketsPage } from "./markets-page.ts";

const PAGE = new URL("../../src/content/docs/markets.md", import.meta.url);

test("the page of the markets is what the code settles; `npx vitest -u` writes it anew", async () => {
  await expect(marketsPage()).toMatchFileSnapshot(PAGE.pathname);
});
