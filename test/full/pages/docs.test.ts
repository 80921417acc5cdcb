import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { docsPath, readingOrder } from "../../../src/build/outline.ts";
import { violations } from "../../support/axe.ts";
import { newPage } from "../../support/browser-page.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";

const service = sharedLiveService(Date.UTC(2026, 6, 1));

const read = async (path: string) => (await fetch(service().url + path)).text();
/** Only the account redirects, to its sign-in. */
const statusOf = async (path: string) => {
  const redirect = path === "/account/" ? "follow" : "error";
  return (await fetch(service().url + path, { method: "HEAD", redirect })).status;
};

/** Pages that together have a diagram, tables and code. Audits are slow, so the other pages are not audited. */
const AUDITED = ["architecture", "back-up", "settings"];

/** Every third page, because all pages share their common parts. */
const READ = readingOrder.filter((id, i) => i % 3 === 0 || AUDITED.includes(id));

test("every page of the docs is readable on a phone in dark mode", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, faults } = await newPage({ viewport, colorScheme: "dark" });
  for (const id of READ) {
    await page.goto(service().url + docsPath(id));
    const found = AUDITED.includes(id) ? await violations(page) : [];
    expect.soft(found, id).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, id).toBeLessThanOrEqual(viewport.width);
  }
  expect(faults).toEqual([]);
});

test("every link in the docs has a target, including anchors", async () => {
  const pages = new Map<string, string>();
  const htmlOf = async (path: string) => pages.get(path) ?? read(path);
  const found = new Map<string, number>();
  for (const id of readingOrder) {
    pages.set(docsPath(id), await read(docsPath(id)));
  }
  for (const [path, html] of pages) {
    for (const [, href = ""] of html.matchAll(/ href="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(href, service().url + path);
      if (origin !== service().url || pathname.endsWith(".svg")) {
        continue;
      }
      const status = found.get(pathname) ?? (await statusOf(pathname));
      found.set(pathname, status);
      expect(status, `${href} on ${path}`).toBe(200);
      const hasTarget = async () => (await htmlOf(pathname)).includes(` id="${hash.slice(1)}"`);
      expect(hash === "" || (await hasTarget()), `${href} on ${path}`).toBe(true);
    }
  }
});

test("every code block in the docs opens in the language that the reader chose last", async () => {
  const { page } = await newPage();
  const open = page.locator(".tabs > details[open] > summary");
  await page.goto(`${service().url}/docs/pay-out/`);
  await page
    .locator(".tabs summary", { hasText: /^Python$/ })
    .last()
    .click();
  await expect.poll(() => open.allInnerTexts()).toEqual(Array(4).fill("Python"));
  await page.goto(`${service().url}/docs/webhooks/`);
  await expect.poll(() => open.allInnerTexts()).toEqual(["Python"]);
});

test("the docs can be read without JavaScript", async () => {
  const viewport = { width: 390, height: 844 };
  const { page } = await newPage({ viewport, javaScriptEnabled: false });
  await page.goto(`${service().url}/docs/`);
  expect(await page.locator("#search").isVisible()).toBe(false);
  await page.locator(".menu > summary").click();
  await page.locator(".menu a", { hasText: "Take bets and pay out" }).click();
  expect(await page.innerText("h1")).toBe("Take bets and pay out");
});

describe("docs search", () => {
  test("the first five search results include the answer to each of these questions", async () => {
    const { page, faults } = await newPage();
    await page.goto(`${service().url}/docs/architecture/`);
    for (const [query, address] of [
      ["LATER_SECRETS", "/docs/settings/#later_secrets"],
      ["too_many_rounds", "/docs/api/#errors:~:text=too_many_rounds"],
      ["won't start", "/docs/monitor/#the-service-does-not-start-or-healthz-does-not-respond"],
      // Cause: a plus sign ended the search with an error.
      ["intervalMs + closesMs", "/docs/pay-out/#when-betting-closes"],
    ] as const) {
      await page.fill("#search input", query);
      const found = page.locator("#search li:nth-child(-n+5) a");
      await expect
        .poll(() => found.evaluateAll((links) => links.map((link) => link.getAttribute("href"))))
        .toContain(address);
    }
    expect(faults).toEqual([]);
  });

  test("the search works with the keyboard alone", async () => {
    const { page } = await newPage();
    await page.goto(`${service().url}/docs/`);
    await page.keyboard.press("/");
    await page.keyboard.type("browser support");
    await page.locator("#search li").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${service().url}/docs/embed/#browser-support`);
    await page.keyboard.press("/");
    await page.keyboard.type("zzzz");
    await page.locator("[role=status]", { hasText: "Nothing found." }).waitFor();
  });
});

test("the content security policy in the docs is sufficient for the element", async () => {
  const embedding = await readFile("src/content/docs/embed.md", "utf8");
  const [, given = ""] = /^- element: `(.*)`$/m.exec(embedding) ?? [];
  const policy = `default-src 'none'; ${given.replaceAll("URL", service().url)}`;
  const table = `<script type="module" src="${service().url}/game-table.js"></script>
    <game-table game="dragontiger"></game-table>`;
  const { page, faults } = await newPage();
  await page.goto(await startParentPage(table, { "content-security-policy": policy }));
  await page.locator("game-table canvas").waitFor();
  expect(faults).toEqual([]);
});
