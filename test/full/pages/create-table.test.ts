import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type * as kit from "../../../components/kit/index.ts";
import type { Table } from "../../../components/kit/index.ts";
import { newPage } from "../../support/browser-page.ts";
import { bundle } from "../../support/bundle.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";
import { pressSpot } from "../../support/press-spot.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);
/** Baccarat's round at that time. */
const ROUND = 522_721;

interface FiredEvent {
  name: string;
  detail: Record<string, unknown>;
}
type OperatorWindow = Omit<Window, "fired"> & {
  tableside: typeof kit;
  table: Table;
  fired: FiredEvent[];
  tables: WeakRef<object>[];
};
declare const window: OperatorWindow & EventTarget;

let script: string;
beforeAll(async () => {
  script = await bundle("components/kit/index.ts", "tableside");
});

const started = sharedLiveService(NOON_MS + 1_000);

async function openSite() {
  const service = started();
  const watched = await newPage();
  const { page } = watched;
  await page.addInitScript({ content: `${script};window.tableside = tableside;` });
  const policy = "default-src 'none'; frame-src http://127.0.0.1:* http://localhost:*";
  const headers = { "content-security-policy": policy };
  await page.goto(await startParentPage(`<div id="place"></div>`, headers));
  const create = () =>
    page.evaluate(
      (given) => {
        const fired: FiredEvent[] = [];
        const table = window.tableside.createTable("#place", given);
        for (const name of ["phase", "ready", "error", "stale"] as const) {
          table.on(name, (detail) =>
            fired.push({ name, detail: { ...detail, message: String(Object(detail).message) } }),
          );
        }
        Object.assign(window, { table, fired });
      },
      { baseUrl: service.url, game: "baccarat", key: service.tableKey, title: "Baccarat" } as const,
    );
  const fired = () => page.evaluate(() => window.fired);
  const hear = async (name: string) => {
    await page.waitForFunction(
      (wanted) => window.fired.some((event) => event.name === wanted),
      name,
    );
    return (await fired()).findLast((event) => event.name === name)?.detail ?? {};
  };
  return { ...watched, service, create, fired, hear };
}

/** Reloads the frame, and waits until the previous page, which looks the same, has gone. */
async function reloadFrame(page: Page): Promise<void> {
  await page.frames()[1]?.evaluate(() => {
    document.documentElement.dataset["before"] = "";
    location.reload();
  });
  await page.frameLocator("iframe").locator("html:not([data-before]) game-table").waitFor();
}

test("createTable shows a table under a strict content security policy", async () => {
  const { page, service, create, fired, hear, faults } = await openSite();
  await create();
  await page.evaluate(() => window.table.ready);
  expect(await hear("ready")).toMatchObject({ game: "baccarat" });
  await moveClock(service, page, NOON_MS + 15_100);
  expect(await hear("phase")).toMatchObject({ type: "baccarat_phase", phase: "revealing" });
  expect((await fired()).map(({ name }) => name)).toEqual(["ready", "phase"]);
  const frame = page.locator("#place iframe");
  expect(await frame.getAttribute("title")).toBe("Baccarat");
  const box = await frame.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(830 / 553, 1);
  expect(faults).toEqual([]);
});

// Cause: a frame that first loaded during an outage stayed broken permanently.
test("createTable reloads a frame whose page did not respond", async () => {
  const { page, create, hear } = await openSite();
  await page.clock.install();
  await page.route(/\/embed\//, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent("requestfailed");
  await create();
  await failed;
  await page.clock.fastForward(10_000);
  expect(await hear("error")).toMatchObject({ code: "no_answer" });
  await page.clock.fastForward(20_000);
  expect(await hear("ready")).toMatchObject({ game: "baccarat" });
});

test("createTable shows bets from a page on another origin, even after the frame reloads", async () => {
  const { page, service, create, hear } = await openSite();
  expect(new URL(page.url()).origin).not.toBe(new URL(service.url).origin);
  await create();
  await page.evaluate((round) => {
    for (const name of ["bet-spot", "refused", "spots"] as const) {
      window.table.on(name, (detail) => window.fired.push({ name, detail: { ...detail } }));
    }
    const spots = [
      { market: "player", total: 300, own: 20 },
      { market: "banker", total: 100 },
    ];
    // This works even before the frame has accepted the port.
    window.table.setBets({ round, spots });
  }, ROUND);
  const frame = page.frameLocator("iframe");
  const player = frame.locator("[data-spot=player]");
  const label = () => player.getAttribute("aria-label");
  await expect.poll(label).toBe("Player, all bets: 300 (75%), your bet: 20");
  expect(await page.evaluate(() => window.table.spots.map(({ market }) => market))).toContain(
    "player",
  );
  await pressSpot(service, page, frame, "player", NOON_MS + 1_000);
  expect(await hear("bet-spot")).toMatchObject({ round: ROUND, market: "player" });

  await reloadFrame(page);
  await expect.poll(label).toBe("Player, all bets: 300 (75%), your bet: 20");
  await page.evaluate((round) => {
    window.table.setBets({ round, spots: [{ market: "no such" }] });
  }, ROUND);
  expect(await hear("refused")).toMatchObject({ code: "bad_bets" });
  expect(await label()).toBe("Player, all bets: 300 (75%), your bet: 20");
  await page.evaluate(() => window.table.setBets(null));
  await expect.poll(label).toBe("Player");

  await page.evaluate((round) => {
    window.table.setBets({ round, spots: [{ market: "tie", own: 10 }] });
  }, ROUND);
  await moveClock(service, page, NOON_MS + 24_100);
  await page.evaluate((round) => {
    window.table.setWinners({ round, spots: [{ market: "tie", own: 90 }] });
  }, ROUND);
  await expect
    .poll(() => frame.locator("[data-spot=tie]").getAttribute("aria-label"))
    .toBe("Tie, your bet: 10, you get: 90, Net +80");
});

test("createTable accepts only the service's own messages", async () => {
  const { page, create, fired } = await openSite();
  await create();
  await page.evaluate(() => window.table.ready);
  const before = await fired();
  await page.evaluate(() => {
    const data = { type: "baccarat_phase", round: 1, daily_round: 1, phase: "result", remainMs: 0 };
    const source = window.table.iframe.contentWindow;
    const { origin } = new URL(window.table.iframe.src);
    window.postMessage(data, "*");
    // Neither the right origin nor the right source is enough.
    window.dispatchEvent(new MessageEvent("message", { data, origin }));
    window.dispatchEvent(
      new MessageEvent("message", { data, source, origin: "https://evil.example" }),
    );
    window.dispatchEvent(new MessageEvent("message", { data: { type: "x" }, source, origin }));
  });
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  expect(await fired()).toEqual(before);
});

test("createTable does not pass a port to another page that the frame has navigated to", async () => {
  const thief = await startParentPage(
    `<script>addEventListener("message", (event) => document.title = "got " + event.ports.length)</script>`,
  );
  const { page, create, fired } = await openSite();
  await create();
  await page.evaluate(() => window.table.ready);
  await page.evaluate((address) => {
    const { iframe } = window.table;
    return new Promise((resolve) => {
      iframe.addEventListener("load", () => setTimeout(resolve, 50));
      iframe.contentWindow?.location.replace(address);
    });
  }, thief);
  expect(await page.frames()[1]?.title()).toBe("Operator");
  expect((await fired()).map(({ name }) => name)).toEqual(["ready"]);
});
