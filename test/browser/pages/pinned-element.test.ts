import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openPage } from "../../support/browser-page.ts";
import { startLiveService, startParentPage } from "../../support/live-service.ts";
import { pinnedElement } from "../../support/pinned-element.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));

test("the docs name the element's pinned file and its hash", async () => {
  const { path, integrity } = await pinnedElement();
  const text = (await readFile(`${DIST}docs/embed/index.html`, "utf8")).replaceAll(/<[^>]*>/g, "");
  expect(text).toContain(path);
  expect(text).toContain(integrity);
  expect(text).not.toMatch(/game-table\.HASH|sha384-HASH/);
});

test("the tag in the docs shows a table on another site", async () => {
  const service = await startLiveService(NOON_MS + 1_000);
  service.holdAt(NOON_MS + 1_000);
  const { page: docs } = await openPage(`${service.url}/docs/embed/`);
  const tag = await docs.locator("pre", { hasText: "integrity" }).innerText();
  const { page, asked, faults } = await openPage(await startParentPage(tag));
  await page.locator("game-table canvas").waitFor();
  const { path } = await pinnedElement();
  expect(asked.filter((url) => url.endsWith(".js"))).toEqual([service.url + path]);
  expect(faults).toEqual([]);
});

/** A page with a table whose tag has an integrity hash. */
async function openChecked(integrity: string, path: string) {
  const service = await startLiveService(NOON_MS + 1_000);
  const address = service.url + path;
  const body = `<script type="module" src="${address}" integrity="${integrity}" crossorigin="anonymous"></script>
    <game-table game="baccarat" style="display:block;width:830px;height:553px"></game-table>`;
  return { ...(await openPage(await startParentPage(body))), address };
}

test("a page with a different integrity hash does not run the script", async () => {
  const { path } = await pinnedElement();
  const { page } = await openChecked(`sha384-${"A".repeat(64)}`, path);
  await page.waitForLoadState();
  expect(await page.evaluate(() => customElements.get("game-table") === undefined)).toBe(true);
});
