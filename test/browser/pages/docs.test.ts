import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { pathOf, readingOrder } from "../../../src/docs/outline.ts";
import { violations } from "../../support/axe.ts";
import { launchChromium } from "../../support/chromium.ts";
import { startParentPage } from "../../support/live-service.ts";
import { runService } from "../../support/running-service.ts";
import type { RunningService } from "../../support/running-service.ts";

let browser: Browser;
let service: RunningService;
let dataDir: string;
beforeAll(async () => {
  browser = await launchChromium();
  dataDir = await mkdtemp(join(tmpdir(), "tableside-"));
  service = await runService({ nowMs: Date.UTC(2026, 6, 1), dataDir });
});
afterAll(async () => {
  await browser.close();
  await service.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Opens a window that writes down what goes wrong in it. */
async function openWindow(options: Parameters<Browser["newPage"]>[0] = {}) {
  const page = await browser.newPage(options);
  onTestFinished(() => page.close());
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") {
      faults.push(message.text());
    }
  });
  return { page, faults };
}

const read = async (path: string) => (await fetch(service.url + path)).text();

test("every page can be read by everybody at night, on a phone, and none scrolls sideways", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, faults } = await openWindow({ viewport, colorScheme: "dark" });
  for (const id of readingOrder) {
    await page.goto(service.url + pathOf(id));
    expect.soft(await violations(page), id).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, id).toBeLessThanOrEqual(viewport.width);
  }
  expect(faults).toEqual([]);
});

// One page of all colours will do: they are the same on each.
test("and by day, at a desk", async () => {
  const viewport = { width: 1280, height: 900 };
  const { page } = await openWindow({ viewport, colorScheme: "light" });
  await page.goto(`${service.url}/docs/embed/`);
  expect(await violations(page)).toEqual([]);
});

test("every link leads somewhere, anchors too", async () => {
  const pages = new Map<string, string>();
  const htmlOf = async (path: string) => pages.get(path) ?? read(path);
  for (const id of readingOrder) {
    pages.set(pathOf(id), await read(pathOf(id)));
  }
  for (const [path, html] of pages) {
    for (const [, href = ""] of html.matchAll(/ href="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(href, service.url + path);
      if (origin !== service.url || pathname.endsWith(".svg")) {
        continue;
      }
      const target = await fetch(service.url + pathname, { method: "HEAD", redirect: "error" });
      expect(target.status, `${href} on ${path}`).toBe(200);
      const anchor = hash === "" ? "<html" : ` id="${hash.slice(1)}"`;
      expect(await htmlOf(pathname), `${href} on ${path}`).toContain(anchor);
    }
  }
});

test("all of it can be read without JavaScript, on a phone too", async () => {
  const viewport = { width: 390, height: 844 };
  const { page } = await openWindow({ viewport, javaScriptEnabled: false });
  await page.goto(`${service.url}/docs/`);
  expect(await page.locator("#search").isVisible()).toBe(false);
  await page.locator(".menu summary").click();
  await page.locator(".menu a", { hasText: "Pay out" }).click();
  expect(await page.innerText("h1")).toBe("Pay out");
});

describe("the search", () => {
  async function searched(page: Page, query: string): Promise<string[]> {
    await page.fill("#search input", query);
    const found = await page
      .locator("#search li a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    return found;
  }

  test.each([
    ["csp", "/docs/embed/#csp"],
    ["LATER_SECRETS", "/docs/settings/#later_secrets"],
    ["rate lim", "/docs/read-rounds/#rate-limits"],
    ["too_many_rounds", "/docs/read-rounds/#errors"],
    ["comitment", "/docs/protocol/#4-commitments"],
    ["return to player", "/docs/games/#return-to-player"],
    ["nginx", "/docs/deploy/#nginx"],
  ])("finds %j first, or nearly", async (query, address) => {
    const { page, faults } = await openWindow();
    await page.goto(`${service.url}/docs/glossary/`);
    await expect.poll(async () => (await searched(page, query)).slice(0, 3)).toContain(address);
    expect(faults).toEqual([]);
  });

  test("works by keys alone: / to type, down and Enter to go", async () => {
    const { page } = await openWindow();
    await page.goto(`${service.url}/docs/`);
    await page.keyboard.press("/");
    await page.keyboard.type("browser support");
    await page.locator("#search li").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${service.url}/docs/embed/#browser-support`);
    await page.keyboard.press("/");
    await page.keyboard.type("zzzz");
    await page.locator("[role=status]", { hasText: "Nothing found." }).waitFor();
  });
});

test("a block of code is copied by its button", async () => {
  const { page } = await openWindow({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${service.url}/docs/`);
  await page.locator(".code button").first().click();
  await page.locator(".code button", { hasText: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm ci && npm start\n");
});

test("a page is kept, asked for again by its tag, and loads nothing of others", async () => {
  const first = await fetch(`${service.url}/docs/embed/`);
  expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const policy = first.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'sha256-");
  expect(policy).not.toContain("unsafe");
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await fetch(`${service.url}/docs/embed/`, { headers })).status).toBe(304);
  const bare = await fetch(`${service.url}/docs/embed?a=1`, { redirect: "manual" });
  expect([bare.status, bare.headers.get("location")]).toEqual([308, "/docs/embed/?a=1"]);
  expect((await fetch(`${service.url}/docs/nothing/`)).status).toBe(404);
});

test("the policy that the docs give for the element is enough for it", async () => {
  const policy = `default-src 'none'; script-src ${service.url}; connect-src ${service.url}`;
  const table = `<script type="module" src="${service.url}/game-table.js"></script>
    <game-table game="dragontiger"></game-table>`;
  const { page, faults } = await openWindow();
  await page.goto(await startParentPage(table, { "content-security-policy": policy }));
  await page.locator("game-table canvas").waitFor();
  expect(faults).toEqual([]);
});
