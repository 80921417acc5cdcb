import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openPage } from "../../support/browser-page.ts";
import { startLiveService, startParentPage } from "../../support/live-service.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));

/** The tag that the docs of this build print. */
async function printedTag(): Promise<{ path: string; integrity: string }> {
  const text = (await readFile(`${DIST}docs/embed/index.html`, "utf8")).replaceAll(/<[^>]*>/g, "");
  const [, path = ""] = /(\/v1\/game-table\.[0-9a-f]{12}\.js)/.exec(text) ?? [];
  const [, integrity = ""] = /(sha384-[\w+/=]{64})/.exec(text) ?? [];
  return { path, integrity };
}

test("the docs print the one pinned file of the build, which is cached for ever", async () => {
  const { path } = await printedTag();
  const names = (await readdir(`${DIST}v1`)).filter((name) => name !== "game-table.js");
  expect(names).toEqual([path.replace("/v1/", "")]);
  const service = await startLiveService(NOON_MS);
  const { headers } = await fetch(service.url + path);
  expect(headers.get("cache-control")).toContain("immutable");
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

/** A page with a table, whose tag names an integrity. */
async function openChecked(integrity: string, path: string) {
  const service = await startLiveService(NOON_MS + 1_000);
  const address = service.url + path;
  const body = `<script type="module" src="${address}" integrity="${integrity}" crossorigin="anonymous"></script>
    <game-table game="baccarat" style="display:block;width:830px;height:553px"></game-table>`;
  return { ...(await openPage(await startParentPage(body))), address };
}

test("a page that names the integrity shows a table from the one script that it checked", async () => {
  const { path, integrity } = await printedTag();
  const { page, asked, address } = await openChecked(integrity, path);
  await page.locator("game-table canvas").waitFor();
  expect(asked.filter((url) => url.endsWith(".js"))).toEqual([address]);
});

test("a page that names another integrity runs nothing of it", async () => {
  const { path } = await printedTag();
  const { page } = await openChecked(`sha384-${"A".repeat(64)}`, path);
  await page.waitForLoadState();
  expect(await page.evaluate(() => customElements.get("game-table") === undefined)).toBe(true);
});

test("the address of version 1 has the element", async () => {
  const service = await startLiveService(NOON_MS + 1_000);
  const { page } = await openPage(
    await startParentPage(
      `<script type="module" src="${service.url}/v1/game-table.js"></script><game-table game="baccarat"></game-table>`,
    ),
  );
  await page.locator("game-table .round").waitFor();
  expect(await page.evaluate(() => customElements.get("game-table") !== undefined)).toBe(true);
});
