import type { Frame, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { GENESIS_MS } from "../../../src/round/phases.ts";
import { CONNECT_TYPE } from "../../../src/wire/frame-port.ts";
import type { FrameMessage } from "../../../src/wire/frame-port.ts";
import { newPage } from "../../support/browser-page.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";
import type { LiveService } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";
import { pressSpot } from "../../support/press-spot.ts";
import { issueKey, setDown } from "../../support/service.ts";

/** Noon, when a round of every game starts. */
const NOON_MS = Date.UTC(2026, 6, 1, 12);

/** Baccarat takes bets, and the race is in maintenance. */
const started = sharedLiveService(NOON_MS + 1_000);
beforeAll(async () => {
  const { url, dataDir } = started();
  await setDown(dataDir, ["bigsixball"], true);
  const status = async () => (await fetch(`${url}/embed/bigsixball/api/current`)).status;
  await eventually(async () => (await status()) === 503);
});

interface ParentWindow extends Window {
  posted: unknown[];
  ports: MessagePort[];
  inbox: FrameMessage[][];
}
declare const window: ParentWindow;

/** A parent page that records all messages from its frames, and does not connect by itself. */
async function openParent(frames: string, { isFramedAnyway = false } = {}) {
  const listening = `<script>
    const posted = [], ports = [], inbox = [];
    addEventListener("message", ({ data }) => posted.push(data));
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
    await page.evaluateHandle("({ posted, ports, inbox })"),
  );
  return watched;
}

/** Removes the policy from the embed page, as for a browser that does not support it. */
async function withoutPolicy(page: Page): Promise<void> {
  await page.route("**/embed/*/?*", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

function connect(page: Page, version: unknown = 1, index = 0): Promise<number> {
  return page.evaluate(
    ([type, wanted, frame]) => {
      const { port1, port2 } = new MessageChannel();
      const inbox: FrameMessage[] = [];
      port1.onmessage = ({ data }) => inbox.push(data);
      window.inbox.push(inbox);
      window.frames[frame as number]?.postMessage({ type, version: wanted }, "*", [port2]);
      return window.ports.push(port1) - 1;
    },
    [CONNECT_TYPE, version, index] as const,
  );
}

const inboxOf = (page: Page, port = 0) => page.evaluate((number) => window.inbox[number], port);

async function waitFor(page: Page, type: string, port = 0): Promise<FrameMessage> {
  const hasArrived = ([number, wanted]: readonly [number, string]) =>
    window.inbox[number]?.some((message) => message.type === wanted);
  await page.waitForFunction(hasArrived, [port, type] as const);
  const message = (await inboxOf(page, port))?.findLast((last) => last.type === type);
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
  const service = started();
  const parent = await openParent(
    frameTag(service, `baccarat/?key=${service.tableKey}&theme=light`),
  );
  const frame = parent.page.frames()[1] as Frame;
  await frame.locator("game-table .round").waitFor();
  return { ...parent, frame, service };
}

const OPTIONS = { lang: "en", theme: "light", accent: null, muted: true };

describe("a page that passes a port to the frame", () => {
  test("a page learns through the port that the table is ready", async () => {
    const { page, service, faults } = await openTable();
    await connect(page);
    await waitFor(page, "options");
    expect(await inboxOf(page)).toEqual([
      { type: "connected", version: 1 },
      { type: "ready", game: "baccarat" },
      { type: "options", options: OPTIONS },
    ]);
    await moveClock(service, page, NOON_MS + 15_100);
    await page.waitForFunction(() => window.posted.length > 0);
    // On a busy machine, the page's own clock can reach further phases in the meantime.
    const posted = await page.evaluate(() => window.posted);
    const fields = ["daily_round", "phase", "remainMs", "round", "type"];
    for (const phase of posted) {
      expect(Object.keys(phase as object).toSorted()).toEqual(fields);
    }
    expect(new Set(posted.map((phase) => JSON.stringify(phase))).size).toBe(posted.length);
    expect(faults).toEqual([]);
  });

  // Cause: a port for bets silently replaced the port on which receiver.js received `stale`.
  test("each of a page's ports gets the table's messages", async () => {
    const { page } = await openTable();
    await connect(page);
    await waitFor(page, "options");
    await connect(page);
    await waitFor(page, "options", 1);
    expect((await inboxOf(page))?.filter(({ type }) => type === "ready")).toHaveLength(1);
    await post(page, { type: "options", options: { theme: "dark" } }, 1);
    await expect
      .poll(async () => (await inboxOf(page))?.at(-1))
      .toEqual({ type: "options", options: { ...OPTIONS, theme: "dark" } });
  });

  test("a page can change the table's options through the port", async () => {
    const { page, frame } = await openTable();
    await connect(page);
    await waitFor(page, "options");
    await post(page, { type: "options", options: { theme: "dark", accent: "#ff0066" } });
    await post(page, { type: "options", options: { lang: "ko", muted: false } });
    const wanted = { lang: "ko", theme: "dark", accent: "#ff0066", muted: false };
    await page.waitForFunction(() => window.inbox[0]?.length === 5);
    expect((await inboxOf(page))?.at(-1)).toEqual({ type: "options", options: wanted });
    await expect.poll(() => frame.locator("h2").first().textContent()).toBe("바카라");
  });

  test("the table ignores malformed messages", async () => {
    const { page, frame, faults } = await openTable();
    await connect(page);
    await waitFor(page, "options");
    const garbage = [
      null,
      "options",
      { type: "ready" },
      { type: "options" },
      { type: "options", options: null },
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
      window.inbox[0]?.some((message) => message.type === "options" && !message.options.muted),
    );
    const options = { ...OPTIONS, muted: false };
    expect((await inboxOf(page))?.at(-1)).toEqual({ type: "options", options });
    expect(await frame.locator("game-table").getAttribute("game")).toBe("baccarat");
    expect(faults).toEqual([]);
  });
});

const ROUND = (NOON_MS - GENESIS_MS) / 30_000 + 1;
const spotOf = (market: string, total: number, own = 0) => ({ market, total, own });
const betsOf = (round: number, ...spots: object[]) => ({ type: "bets", bets: { round, spots } });
const labelsIn = (frame: Frame) =>
  frame
    .locator("bet-spots button")
    .evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel));

describe("a page that sends the frame its bets", () => {
  test("a page gets presses only while bets are open", async () => {
    const { page, frame, service } = await openTable();
    await connect(page);
    await post(page, { type: "bet-spots", isOn: true });
    await pressSpot(service, page, frame, "tie", NOON_MS + 1_000);
    const { press } = (await waitFor(page, "bet-spot")) as FrameMessage & { type: "bet-spot" };
    expect(press).toEqual({ round: ROUND, market: "tie", teams: [], remainMs: expect.any(Number) });
    await moveClock(service, page, NOON_MS + 15_100);
    const tie = frame.locator('[data-spot="tie"]');
    await expect.poll(() => tie.getAttribute("aria-disabled")).toBe("true");
    await tie.click({ force: true });
    await post(page, { type: "options", options: { muted: false } });
    await page.waitForFunction(() =>
      window.inbox[0]?.some((message) => message.type === "options" && !message.options.muted),
    );
    const pressed = (await inboxOf(page))?.filter(({ type }) => type === "bet-spot");
    expect(pressed).toHaveLength(1);
  });

  test("the table shows bets only in their own round", async () => {
    const { page, frame, service } = await openTable();
    await connect(page);
    await post(page, betsOf(ROUND, spotOf("tie", 10, 10)));
    const winners = { round: ROUND, spots: [{ market: "tie", own: 90 }] };
    await post(page, { type: "winners", winners });
    await expect.poll(() => labelsIn(frame)).toContain("Tie, all bets: 10 (100%), your bet: 10");
    await moveClock(service, page, NOON_MS + 24_500);
    await expect
      .poll(() => labelsIn(frame))
      .toContain("Tie, all bets: 10 (100%), your bet: 10, you get: 90, Net +80");
    await moveClock(service, page, NOON_MS + 30_500);
    await expect.poll(() => labelsIn(frame)).toEqual(["Player", "Tie", "Banker"]);
  });

  // Cause: winners that were set before the bets code was loaded were read and rejected twice.
  test("a page that sends bad bets or winners gets the reason once", async () => {
    const { page, frame, faults } = await openTable();
    await connect(page);
    await post(page, { type: "winners", winners: "tie" });
    await waitFor(page, "refused");
    await post(page, betsOf(ROUND, spotOf("tie", 10)));
    await expect.poll(() => labelsIn(frame)).toContain("Tie, all bets: 10 (100%)");
    await post(page, betsOf(ROUND, spotOf("__proto__", 10)));
    const refused = async () => (await inboxOf(page))?.filter(({ type }) => type === "refused");
    await expect.poll(refused).toEqual([
      expect.objectContaining({ code: "bad_winners" }),
      expect.objectContaining({
        code: "bad_bets",
        detail: expect.stringContaining('no spot "__proto__"'),
      }),
    ]);
    expect(await labelsIn(frame)).toContain("Tie, all bets: 10 (100%)");
    expect(faults).toEqual([]);
  });
});

describe("the frame's port", () => {
  test("the frame does not connect to another frame on the page", async () => {
    const service = started();
    const { page } = await openParent(
      `${frameTag(service, `baccarat/?key=${service.tableKey}`)}<iframe srcdoc="sibling"></iframe>`,
    );
    await (page.frames()[1] as Frame).locator("game-table .round").waitFor();
    const sibling = page.frames().find((frame) => frame.url() === "about:srcdoc") as Frame;
    await sibling.evaluate((type) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => document.body.append(JSON.stringify(data));
      parent.frames[0]?.postMessage({ type, version: 1 }, "*", [port2]);
    }, CONNECT_TYPE);
    // Messages arrive in order: by the time the page has its response, the other frame would have one.
    await connect(page);
    await waitFor(page, "options");
    expect(await sibling.locator("body").textContent()).toBe("sibling");
  });

  test("a page that connects with another version gets both versions", async () => {
    const { page } = await openTable();
    await connect(page, 2);
    const fault = { code: "unsupported_version", detail: expect.stringMatching(/ 2, .* 1\./) };
    expect(await waitFor(page, "error")).toMatchObject(fault);
    // Cause: a version that cannot be converted to a string got no response.
    const port = await connect(page, { toString: 1 });
    expect(await waitFor(page, "error", port)).toMatchObject({ code: "unsupported_version" });
  });

  // The policy already blocks such a page; this is the second defence.
  test("the frame rejects a page on a site that its key does not allow", async () => {
    const service = started();
    const key = await limitedKey(service);
    const { page } = await openParent(frameTag(service, `baccarat/?key=${key}`), {
      isFramedAnyway: true,
    });
    await (page.frames()[1] as Frame).locator("game-table .round").waitFor();
    await connect(page);
    expect(await waitFor(page, "error")).toMatchObject({ code: "key_other_site", status: null });
    expect(await inboxOf(page)).toHaveLength(1);
  });
});

async function limitedKey(service: LiveService, endsAtMs = NOON_MS * 2): Promise<string> {
  return (await issueKey(service, { endsAtMs, origins: ["https://acme.example"] })).keyText;
}

describe("errors reported on the port", () => {
  test.each([
    ["a missing key", "baccarat/", { code: "key_missing", status: 401, retryAfterMs: null }],
    ["a wrong key", "baccarat/?key=x", { code: "key_invalid", status: 401, retryAfterMs: null }],
    ["an expired key", "baccarat/?key=EXPIRED", { code: "key_expired", status: 401 }],
    ["another site", "baccarat/?key=LIMITED", { code: "key_other_site", status: 403 }],
    ["an unknown game", "roulette/?key=DEMO", { code: "unknown_game", status: 404 }],
    ["maintenance", "bigsixball/?key=DEMO", { code: "maintenance", retryAfterMs: 30_000 }],
  ])("the port reports the frame's error for %s", async (_, path, expected) => {
    const service = started();
    const address = path
      .replace("DEMO", service.tableKey)
      .replace("LIMITED", await limitedKey(service))
      .replace("EXPIRED", await limitedKey(service, NOON_MS - 1));
    const { page, faults } = await openParent(frameTag(service, address));
    await connect(page);
    expect(await waitFor(page, "error")).toMatchObject(expected);
    expect(await inboxOf(page)).toHaveLength(1);
    expect(await page.evaluate(() => window.posted)).toEqual([]);
    // The failed response is itself an error; a blocked script would be another.
    expect(faults.filter((fault) => !fault.includes("Failed to load resource"))).toEqual([]);
  });
});
