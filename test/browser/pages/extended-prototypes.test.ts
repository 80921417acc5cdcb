import { expect, test } from "vitest";
import { openPage } from "../../support/browser-page.ts";
import { startLiveService, startParentPage } from "../../support/live-service.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);

const EXTEND = `<script>
  Array.prototype.last = function () { return this.at(-1); };
  Object.prototype.clone = function () { return structuredClone(this); };
</script>`;

// A `for…in` finds what a page adds to a prototype: there was no picture, or no element at all.
test("a page that extends prototypes has pictures of its tables, and a lobby", async () => {
  const service = await startLiveService(NOON_MS + 1_000);
  service.holdAt(NOON_MS + 1_000);
  const { page, faults } = await openPage(
    await startParentPage(`${EXTEND}
      <script type="module" src="${service.url}/game-table.js"></script>
      <script type="module" src="${service.url}/game-lobby.js"></script>
      <game-table game="baccarat"></game-table>
      <game-table game="bigsixball"></game-table>
      <game-lobby></game-lobby>`),
  );
  for (const game of ["baccarat", "bigsixball"]) {
    await page.locator(`game-table[game="${game}"] canvas`).waitFor();
  }
  await page.locator("game-lobby:defined .tile").nth(2).waitFor();
  expect(faults).toEqual([]);
});
