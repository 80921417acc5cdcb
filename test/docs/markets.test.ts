import { expect, test } from "vitest";
import { games } from "../../src/kit/settle.ts";
import { marketsPage } from "./markets-page.ts";

const PAGE = new URL("../../src/content/docs/markets.md", import.meta.url);

test("the page of the markets is what the code settles; `npx vitest -u` writes it anew", async () => {
  await expect(marketsPage()).toMatchFileSnapshot(PAGE.pathname);
});

test("every market says on the page when it wins", () => {
  for (const { markets } of games) {
    for (const { id } of markets) {
      expect(marketsPage()).toMatch(new RegExp(`^\\| \`${id}\` +\\| [A-Za-z]`, "m"));
    }
  }
});
