import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { issue } from "../../../server/access/keys.ts";
import { CONNECT_TYPE } from "../../../src/frame-port.ts";
import type { FrameMessage } from "../../../src/frame-port.ts";
import { newPage } from "../../support/browser-page.ts";
import { startLiveService, startParentPage } from "../../support/live-service.ts";
import type { LiveService } from "../../support/live-service.ts";
import { moveOn } from "../../support/move-on.ts";
import { setDown, withStoreOf } from "../../support/service.ts";

/** Noon, so the start of a round of every game. */
const NOON_MS = Date.UTC(2026, 6, 1, 12);

interface ParentWindow extends Window {
  heard: unknown[];
  ports: MessagePort[];
  /** What came through each port. */
  said: FrameMessage[][];
}
declare const window: ParentWindow;

/** A page around frames that writes down all they say, and connects to none by itself. */
async function openParent(frames: string, { isFramedAnyway = false } = {}) {
  const listening = `<script>
    const heard = [], ports = [], said = [];
    addEventListener("message", ({ data }) => heard.push(data));
  </script>`;
  const watched = await newPage();
  const { page } = watched;
  if (isFramedAnyway) {
    await withoutPolicy(page);
  }
  const headers = { "referrer-policy": isFramedAnyway ? "no-referrer" : "strict-origin" };
  await page.goto(await startParentPage(listening + frames, headers));
  await page.evaluate(
    (list) => Object.assign(window, list),
    await page.evaluateHandle("({ heard, ports, said })"),
  );
  return watched;
}

/** Takes the policy off the embed page, as if the browser did not know it. */
async function withoutPolicy(page: Page): Promise<void> {
  await page.route("**/embed/*/?*", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

/** Hands a port to a frame. Returns its number. */
function connect(page: Page, version: unknown = 1, index = 0): Promise<number> {
  return page.evaluate(
    ([type, wanted, frame]) => {
      const { port1, port2 } = new MessageChannel();
      const said: FrameMessage[] = [];
      port1.onmessage = ({ data }) => said.push(data);
      window.said.push(said);
      window.frames[frame as number]?.postMessage({ type, version: wanted }, "*", [port2]);
      return window.ports.push(port1) - 1;
    },
    [CONNECT_TYPE, version, index] as const,
  );
}

const saidBy = (page: Page, port = 0) => page.evaluate((number) => window.said[number], port);

/** Waits until a port has said something. */
async function hear(page: Page, type: string, port = 0): Promise<FrameMessage> {
  const isSaid = ([number, wanted]: readonly [number, string]) =>
    window.said[number]?.some((message) => message.type === wanted);
  await page.waitForFunction(isSaid, [port, type] as const);
  const message = (await saidBy(page, port))?.findLast((each) => each.type === type);
  return message as FrameMessage;
}

const post = (page: Page, message: unknown, port = 0) =>
  page.evaluate(([number, data]) => window.ports[number]?.postMessage(data), [
    port,
    message,
  ] as const);

const frameTag = (service: LiveService, path: string) =>
  `<iframe src="${service.url}/embed/${path}" sandbox="allow-scripts allow-same-origin allow-popups" style="width:830px;height:553px"></iframe>`;

async function openTable() {
  const service = await startLiveService(NOON_MS + 1_000);
  service.holdAt(NOON_MS + 1_000);
  const parent = await openParent(
    frameTag(service, `baccarat/?key=${service.demoKey}&theme=light`),
  );
  const frame = parent.page.frames()[1] as Frame;
  await frame.locator("game-table .round").waitFor();
  return { ...parent, frame, service };
}

const OPTIONS = { lang: "en", theme: "light", accent: null, muted: true };

describe("a page that hands a port to the frame", () => {
  test("hears through it that the table is ready, and on the window nothing but phases", async () => {
    const { page, service, faults } = await openTable();
    await connect(page);
    await hear(page, "options");
    expect(await saidBy(page)).toEqual([
      { type: "connected", version: 1 },
      { type: "ready", game: "baccarat" },
      { type: "options", options: OPTIONS },
    ]);
    await moveOn(service, page, NOON_MS + 15_100);
    await page.waitForFunction(() => window.heard.length > 0);
    const [phase, ...others] = await page.evaluate(() => window.heard);
    expect(Object.keys(phase as object).toSorted()).toEqual(
      ["daily_round", "phase", "remainMs", "round", "type"].toSorted(),
    );
    expect(others).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("changes options, which the frame confirms", async () => {
    const { page, frame } = await openTable();
    await connect(page);
    await hear(page, "options");
    await post(page, { type: "options", options: { theme: "dark", accent: "#ff0066" } });
    await post(page, { type: "options", options: { lang: "ko", muted: false } });
    const wanted = { lang: "ko", theme: "dark", accent: "#ff0066", muted: false };
    await page.waitForFunction(() => window.said[0]?.length === 5);
    expect((await saidBy(page))?.at(-1)).toEqual({ type: "options", options: wanted });
    await expect.poll(() => frame.locator("h2").first().textContent()).toBe("바카라");
  });

  test("hears when the table grows stale, and when it is fresh again", async () => {
    const { page, service } = await openTable();
    await connect(page);
    await hear(page, "ready");
    await page.route("**/api/**", (route) => route.abort());
    await moveOn(service, page, NOON_MS + 15_100);
    await hear(page, "stale");
    // Where this is looked at late, it is offline meanwhile, which is said too.
    const first = (await saidBy(page))?.find(({ type }) => type === "stale");
    expect(first).toMatchObject({ connection: "stale" });
    await page.unroute("**/api/**");
    await moveOn(service, page, NOON_MS + 15_200);
    await hear(page, "fresh");
  });

  test("takes the place of its former port by a new one", async () => {
    const { page } = await openTable();
    await connect(page);
    await hear(page, "options");
    await connect(page);
    await hear(page, "options", 1);
    const before = await saidBy(page);
    await post(page, { type: "options", options: { theme: "contrast" } }, 0);
    await post(page, { type: "options", options: { muted: false } }, 1);
    await page.waitForFunction(() => window.said[1]?.length === 4);
    const options = { ...OPTIONS, muted: false };
    expect((await saidBy(page, 1))?.at(-1)).toEqual({ type: "options", options });
    expect(await saidBy(page, 0)).toEqual(before);
  });

  test("gets the table to do nothing by what is no message", async () => {
    const { page, frame, faults } = await openTable();
    await connect(page);
    await hear(page, "options");
    const garbage = [
      null,
      5,
      "options",
      [],
      {},
      { type: "ready" },
      { type: "options" },
      { type: "options", options: null },
      { type: "options", options: [] },
      {
        type: "options",
        options: { theme: 5, lang: {}, accent: "x".repeat(1_000_000), muted: "no" },
      },
      {
        type: "options",
        options: { __proto__: { theme: "dark" }, game: "dragontiger", innerHTML: "x" },
      },
      { type: CONNECT_TYPE, version: 1 },
    ];
    for (const message of garbage) {
      await post(page, message);
    }
    await post(page, { type: "options", options: { muted: false } });
    await page.waitForFunction(() =>
      window.said[0]?.some((message) => message.type === "options" && !message.options.muted),
    );
    const options = { ...OPTIONS, muted: false };
    expect((await saidBy(page))?.at(-1)).toEqual({ type: "options", options });
    expect(await frame.locator("game-table").getAttribute("game")).toBe("baccarat");
    expect(faults).toEqual([]);
  });

  test("is refused for another version", async () => {
    const { page } = await openTable();
    for (const [port, version] of [2, "1", null, {}].entries()) {
      await connect(page, version);
      const refusal = { code: "unsupported_version", status: null };
      expect(await hear(page, "error", port)).toMatchObject(refusal);
      expect(await saidBy(page, port)).toHaveLength(1);
    }
  });
});

describe("the frame gives its port to nobody else", () => {
  test("not to another frame of the page", async () => {
    const service = await startLiveService(NOON_MS + 1_000);
    const { page } = await openParent(
      `${frameTag(service, `baccarat/?key=${service.demoKey}`)}<iframe srcdoc="sibling"></iframe>`,
    );
    await (page.frames()[1] as Frame).locator("game-table .round").waitFor();
    const sibling = page.frames().find((frame) => frame.url() === "about:srcdoc") as Frame;
    await sibling.evaluate((type) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => document.body.append(JSON.stringify(data));
      parent.frames[0]?.postMessage({ type, version: 1 }, "*", [port2]);
    }, CONNECT_TYPE);
    // Messages come in order: once the page itself is answered, the other would have been.
    await connect(page);
    await hear(page, "options");
    expect(await sibling.locator("body").textContent()).toBe("sibling");
  });

  // The policy keeps such a page from framing the table at all; this is the second lock.
  test("not to a page on a site that the key does not name, were it to frame the table", async () => {
    const service = await startLiveService(NOON_MS + 1_000);
    const key = await limitedKey(service);
    const { page } = await openParent(frameTag(service, `baccarat/?key=${key}`), {
      isFramedAnyway: true,
    });
    await (page.frames()[1] as Frame).locator("game-table .round").waitFor();
    await connect(page);
    expect(await hear(page, "error")).toMatchObject({ code: "key_other_site", status: null });
    expect(await saidBy(page)).toHaveLength(1);
  });
});

function limitedKey(service: LiveService, endsAtMs = NOON_MS * 2): Promise<string> {
  const order = { label: "Acme", endsAtMs, origins: ["https://acme.example"] };
  return withStoreOf(service.dataDir, async (store) => {
    return (await issue(store, order, Math.min(NOON_MS, endsAtMs - 1))).keyText;
  });
}

describe("a page of refusal tells its code through the port", () => {
  test.each([
    ["no key", "baccarat/", { code: "key_missing", status: 401, retryAfterMs: null }],
    ["a wrong key", "baccarat/?key=x", { code: "key_invalid", status: 401, retryAfterMs: null }],
    ["an expired key", "baccarat/?key=EXPIRED", { code: "key_expired", status: 401 }],
    ["another site", "baccarat/?key=LIMITED", { code: "key_other_site", status: 403 }],
    ["an unknown game", "roulette/?key=DEMO", { code: "unknown_game", status: 404 }],
    ["maintenance", "bigsixball/?key=DEMO", { code: "maintenance", retryAfterMs: 30_000 }],
  ])("for %s", async (_, path, expected) => {
    const service = await startLiveService(NOON_MS + 1_000);
    await setDown(service.dataDir, ["bigsixball"], true);
    const address = path
      .replace("DEMO", service.demoKey)
      .replace("LIMITED", await limitedKey(service))
      .replace("EXPIRED", await limitedKey(service, NOON_MS - 1));
    await expect
      .poll(async () => (await fetch(`${service.url}/embed/bigsixball/api/current`)).status)
      .toBe(503);
    const { page, faults } = await openParent(frameTag(service, address));
    await connect(page);
    expect(await hear(page, "error")).toMatchObject(expected);
    expect(await saidBy(page)).toHaveLength(1);
    expect(await page.evaluate(() => window.heard)).toEqual([]);
    // The refusal itself is one; that its script was stopped would be another.
    expect(faults.filter((fault) => !fault.includes("Failed to load resource"))).toEqual([]);
  });

  test("and names the site to which the key is not given", async () => {
    const service = await startLiveService(NOON_MS + 1_000);
    const { page } = await openParent(
      frameTag(service, `baccarat/?key=${await limitedKey(service)}`),
    );
    const { origin } = new URL(page.url());
    expect(await page.frameLocator("iframe").locator("main").textContent()).toContain(
      `limited to certain sites, and ${origin} is none of them`,
    );
  });
});
