import { readFile } from "node:fs/promises";
import type { Frame, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type * as kit from "../../../components/kit/index.ts";
import type { Table } from "../../../components/kit/index.ts";
import { GENESIS_MS } from "../../../src/round/phases.ts";
import { CONNECT_TYPE, isFrameMessage } from "../../../src/wire/frame-port.ts";
import type { FrameMessage } from "../../../src/wire/frame-port.ts";
import { isPhaseMessage } from "../../../src/wire/phase-event.ts";
import { fuzzSeed } from "../../fuzz/fuzz-seed.ts";
import type * as hostile from "../../fuzz/hostile-messages.ts";
import { newPage } from "../../support/browser-page.ts";
import { bundle } from "../../support/bundle.ts";
import { isSamePicture, pictureOf } from "../../support/canvas-picture.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";
import { moveOn } from "../../support/move-on.ts";

/** Noon, so the start of a round. */
const NOON_MS = Date.UTC(2026, 6, 1, 12);
const ROUND = (NOON_MS - GENESIS_MS) / 30_000 + 1;
/** Messages of a kind that are posted at once. */
const COUNT = 300;
/** Bets that are read one after the other, which takes a tenth of a second each. */
const READ = 20;

interface HostileWindow extends Window {
  hostile: typeof hostile;
  heard: unknown[];
  port: MessagePort;
  said: FrameMessage[];
  tableside: typeof kit;
  followTable: (
    frame: HTMLIFrameElement,
    callbacks: Record<"onOpen" | "onClose" | "onResult", () => void>,
  ) => unknown;
  table: Table;
  told: { name: string; detail: Record<string, unknown> }[];
  called: string[];
}
declare const window: HostileWindow & EventTarget;

const started = sharedLiveService(NOON_MS + 1_000);
let scripts: { hostile: string; kit: string; receiver: string };
beforeAll(async () => {
  const receiver = await readFile("src/snippets/receiver.js", "utf8");
  scripts = {
    hostile: await bundle("test/fuzz/hostile-messages.ts", "hostile"),
    kit: await bundle("components/kit/index.ts", "tableside"),
    receiver: `${receiver.replace("export function", "function")}\nwindow.followTable = followTable;`,
  };
});

const spots = [
  { market: "player", teams: [], total: 300, own: 20 },
  { market: "tie", teams: [], total: 1, own: 1 },
];
const bets = { type: "bets", bets: { round: ROUND, spots, chip: 5 } };
const winners = { type: "winners", winners: { round: ROUND, spots } };
const toFrame = [
  { type: CONNECT_TYPE, version: 1 },
  { type: "options", options: { lang: "ko", theme: "dark", accent: "#ff0066", muted: false } },
  bets,
  winners,
  { type: "bet-spots", isOn: true },
];
const phase = {
  type: "baccarat_phase",
  round: ROUND,
  daily_round: 1_441,
  phase: "revealing",
  remainMs: 0,
};
const toPage = [
  phase,
  { type: "connected", version: 1 },
  { type: "ready", game: "baccarat" },
  { type: "options", options: { lang: "ko", theme: "dark", accent: null, muted: false } },
  { type: "stale", connection: "offline" },
  { type: "fresh" },
  { type: "error", code: "key_expired", status: 401, title: "T", detail: "D", retryAfterMs: 1 },
  { type: "spots", spots: [{ market: "tie", teams: [], x: 0, y: 0, width: 1, height: 1 }] },
  { type: "bet-spot", press: { round: ROUND, market: "tie", teams: [], remainMs: 5 } },
  { type: "refused", code: "bad_bets", detail: "D" },
];

/** A page around a table that writes down all it hears, and has not connected yet. */
async function openTable() {
  const service = started();
  const watched = await newPage();
  const { page } = watched;
  await page.addInitScript({ content: `${scripts.hostile};window.hostile = hostile;` });
  await page.addInitScript(() => {
    Object.assign(window, { heard: [], said: [] });
    window.addEventListener("message", ({ data }) => window.heard.push(data));
  });
  await page.goto(
    await startParentPage(
      `<iframe src="${service.url}/embed/baccarat/?key=${service.demoKey}&theme=light"
        sandbox="allow-scripts allow-same-origin allow-popups" style="width:830px;height:553px"></iframe>`,
      { "referrer-policy": "strict-origin" },
    ),
  );
  const frame = page.frames()[1] as Frame;
  await frame.locator("game-table .round").waitFor();
  await frame.locator("game-table canvas").first().waitFor();
  return { ...watched, frame, service };
}

async function connect(page: Page): Promise<void> {
  await page.evaluate((type) => {
    const { port1, port2 } = new MessageChannel();
    window.port = port1;
    port1.onmessage = ({ data }) => window.said.push(data);
    window.frames[0]?.postMessage({ type, version: 1 }, "*", [port2]);
  }, CONNECT_TYPE);
  await page.waitForFunction(() => window.said.some(({ type }) => type === "options"));
}

/** Posts to the frame's window, or through the port, with up to two ports of their own. */
function postHostile(page: Page, to: "window" | "port", real: readonly unknown[], seed: number) {
  return page.evaluate(
    ([place, like, ...drawn]) => {
      for (const [index, message] of window.hostile.hostileMessages(like, ...drawn).entries()) {
        const ports = Array.from({ length: index % 3 }, () => new MessageChannel().port1);
        if (place === "port") {
          window.port.postMessage(message, ports);
        } else {
          window.frames[0]?.postMessage(message, "*", ports);
        }
      }
    },
    [to, real, seed, COUNT] as const,
  );
}

/**
 * Has the table read so many of a kind, one after the other: each is followed by one of the other kind, which it
 * refuses when it has read both.
 */
function haveRead(page: Page, real: object, other: "bets" | "winners"): Promise<void> {
  return page.evaluate(
    async ([like, name, seed, count]) => {
      const isRefused = ({ type, ...more }: FrameMessage) =>
        type === "refused" && "code" in more && more.code === `bad_${name}`;
      for (const message of window.hostile.hostileMessages([like], seed, count)) {
        const before = window.said.filter(isRefused).length;
        window.port.postMessage(message);
        window.port.postMessage({ type: name, [name]: "none" });
        while (window.said.filter(isRefused).length === before) {
          await new Promise((resolve) => setTimeout(resolve));
        }
      }
    },
    [real, other, fuzzSeed, READ] as const,
  );
}

const labelsIn = (frame: Frame) =>
  frame
    .locator("bet-spots button")
    .evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel));

/** Every node under one, those of shadow roots too. */
const nodesIn = (frame: Frame) =>
  frame.evaluate(() => {
    const count = (root: ParentNode): number =>
      [...root.querySelectorAll("*")].reduce(
        (sum, each) => sum + 1 + (each.shadowRoot ? count(each.shadowRoot) : 0),
        0,
      );
    return count(document);
  });

test(`a table goes on whatever the page around it posts, seed ${fuzzSeed}`, async () => {
  const { page, frame, service, faults } = await openTable();
  const game = frame.locator("game-table");
  const canvas = game.locator("canvas").first();
  await postHostile(page, "window", toFrame, fuzzSeed);
  await connect(page);
  await page.evaluate((message) => window.port.postMessage(message), bets);
  await expect.poll(() => labelsIn(frame)).toHaveLength(3);
  const nodes = await nodesIn(frame);
  await postHostile(page, "port", toFrame, fuzzSeed + 1);
  await haveRead(page, bets, "winners");
  await haveRead(page, winners, "bets");
  await postHostile(page, "window", toFrame.slice(1), fuzzSeed + 2);

  const options = { lang: "en", theme: "light", accent: null, muted: true };
  await page.evaluate(
    ([wanted, round]) => {
      window.port.postMessage({ type: "options", options: wanted });
      window.port.postMessage({ type: "winners", winners: null });
      window.port.postMessage({
        type: "bets",
        bets: { round, spots: [{ market: "banker", total: 7 }] },
      });
    },
    [options, ROUND] as const,
  );
  await expect.poll(() => labelsIn(frame)).toEqual(["Player", "Tie", "Banker, all bets: 7 (100%)"]);
  const said = await page.evaluate(() => window.said);
  expect(said.findLast(({ type }) => type === "options")).toEqual({ type: "options", options });
  expect(said.filter((message) => !isFrameMessage(message))).toEqual([]);
  // No more than it has read: what comes at once is read at once.
  const refused = said.filter(({ type }) => type === "refused");
  expect(refused.length).toBeLessThan(4 * READ + COUNT / 3);
  expect(await game.getAttribute("game")).toBe("baccarat");
  expect(await nodesIn(frame)).toBeLessThan(nodes + 20);

  const before = await pictureOf(canvas);
  await moveOn(service, page, NOON_MS + 24_500);
  await page.waitForFunction(() => window.heard.length > 0);
  const heard = await page.evaluate(() => window.heard);
  expect(heard.filter((message) => !isPhaseMessage(message))).toEqual([]);
  expect(heard.at(-1)).toMatchObject({ type: "baccarat_phase", round: ROUND });
  await expect.poll(async () => isSamePicture(await pictureOf(canvas), before)).toBe(false);
  expect(faults).toEqual([]);
});

const EVENTS = ["phase", "ready", "error", "stale", "spots", "bet-spot", "refused"] as const;

/** A page with a table of the kit's, which writes down what it is told. */
async function openSite(more = "") {
  const service = started();
  const watched = await newPage();
  const { page } = watched;
  const content = `${scripts.hostile};${scripts.kit};${scripts.receiver};Object.assign(window, { hostile, tableside });`;
  await page.addInitScript({ content });
  const create = () =>
    page.evaluate(
      ([names, options]) => {
        const table = window.tableside.createTable("#place", options);
        Object.assign(window, { heard: [], told: [], called: [], table });
        window.addEventListener("message", ({ data }) => {
          if (data === "last") {
            window.heard.push(data);
          }
        });
        for (const name of names) {
          table.on(name, (detail) => window.told.push({ name, detail: { ...detail } }));
        }
      },
      [EVENTS, { baseUrl: service.url, game: "baccarat" as const, key: service.demoKey }] as const,
    );
  await page.goto(await startParentPage(`<div id="place"></div>${more}`));
  return { ...watched, service, create };
}

describe(`what is not the table's own, seed ${fuzzSeed}`, () => {
  test("is believed neither by the kit's table nor by the receiver, from whichever window it comes", async () => {
    const { page, service, create, faults } = await openSite(
      `<iframe srcdoc="sibling"></iframe><iframe src="${started().url}/embed/roulette/"></iframe>`,
    );
    await create();
    await page.evaluate(() => {
      const note = (call: string) => () => window.called.push(call);
      const callbacks = { onOpen: note("open"), onClose: note("close"), onResult: note("result") };
      window.followTable(window.table.iframe, callbacks);
    });
    await page.waitForFunction(() => window.told.length === 2);
    const before = await page.evaluate(() => [window.told, window.called]);
    const siblings = page.frames().filter((each) => /srcdoc|roulette/.test(each.url()));
    expect(siblings).toHaveLength(2);
    for (const [index, from] of [...siblings, page.mainFrame()].entries()) {
      await from.evaluate(`${scripts.hostile};window.hostile = hostile;`);
      await from.evaluate(
        ([like, ...drawn]) => {
          for (const message of window.hostile.hostileMessages(like, ...drawn)) {
            window.parent.postMessage(message, "*", [new MessageChannel().port1]);
          }
          // As they are, too.
          like.forEach((message) => window.parent.postMessage(message, "*"));
          window.parent.postMessage("last", "*");
        },
        [toPage, fuzzSeed + index, COUNT] as const,
      );
    }
    // Messages of a window come in order: after its last one, all were there.
    await page.waitForFunction((count) => window.heard.length === count, siblings.length + 1);
    expect(await page.evaluate(() => [window.told, window.called])).toEqual(before);
    await moveOn(service, page, NOON_MS + 15_100);
    await page.waitForFunction(() => window.told.some(({ name }) => name === "phase"));
    expect(await page.evaluate(() => window.told.at(-1)?.detail)).toMatchObject({
      type: "baccarat_phase",
      round: ROUND,
    });
    expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
  });
});
