import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestContext } from "vitest";
import { eventually } from "../support/eventually.ts";
import { launchChromium } from "../support/chromium.ts";
import { FakeService, innerFrames, operatorPage, post } from "./fake-service.ts";

/** What the receiver called, as `open 11`, `close`, `result 11 dragon`, with the time of each. */
declare global {
  interface Window {
    calls: { call: string; atMs: number }[];
    isOpen: () => boolean;
    stop: () => void;
    /** The calls that are to throw. */
    faulty: string[];
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 30_000);
afterAll(() => browser.close());

const testPage = (service: string) => `<!doctype html><title>Operator</title>
<iframe src="${service}/embed/dragontiger/?key=tbs_live_test"></iframe>
<iframe src="${service}/embed/dragontiger/?key=tbs_live_test"></iframe>
<script type="module">
  import { followTable } from "./receiver.js";
  window.calls = [];
  window.faulty = [];
  const note = (call) => {
    window.calls.push({ call, atMs: Date.now() });
    if (window.faulty.includes(call)) throw new Error("The page's own fault at " + call);
  };
  const table = followTable(document.querySelector("iframe"), {
    onOpen: (round) => note("open " + round),
    onClose: () => note("close"),
    onResult: ({ round, result }) => note("result " + round + " " + result),
  });
  window.isOpen = table.isOpen;
  window.stop = table.stop;
</script>`;

/** A page that follows a table, not knowing anything of it yet: the service was down so far. */
async function follow({ onTestFinished: atEnd }: Pick<TestContext, "onTestFinished">) {
  const service = await new FakeService().start();
  service.isDown = true;
  const site = await operatorPage({ "/": testPage(service.origin) });
  const page = await browser.newPage();
  atEnd(async () => {
    await page.close();
    site.close();
    service.stop();
  });
  const warnings: string[] = [];
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(site.origin);
  const [table, other] = innerFrames(page);
  const calls = async () => (await page.evaluate(() => window.calls)).map(({ call }) => call);
  await eventually(() => service.asked.length > 0);
  await pause(50);
  service.isDown = false;
  warnings.length = 0;
  return {
    service,
    page,
    table,
    other,
    calls,
    warnings,
    errors,
    stop: () => page.evaluate(() => window.stop()),
    say: (round: number, phase: string, remainMs = 0, type = "dragontiger_phase") =>
      post(table, { type, round, daily_round: round, phase, remainMs }),
    isOpen: () => page.evaluate(() => window.isOpen()),
  };
}

const timesOf = (page: Page) => page.evaluate(() => window.calls);

// Most of them wait for the receiver to ask, or not to, so they wait together.
describe.concurrent("receiver.js", () => {
  test("asks again when the messages stop, and stops asking when they come back", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "revealing");
    await pause(100);
    const asked = service.asked.length;
    await pause(6000);
    expect(service.asked.length).toBe(asked);
    service.state = { ...service.state, round: 12, phase: "betting", remainMs: 60_000 };
    service.finished = 11;
    await pause(5000);
    expect(await calls()).toEqual(["open 12", "result 11 history 11"]);
    await say(12, "revealing");
    await pause(100);
    const askedAgain = service.asked.length;
    await pause(4000);
    expect(service.asked.length).toBe(askedAgain);
  });

  test("opens with the betting phase and closes when its time is spent", async (context) => {
    const { page, calls, say, isOpen } = await follow(context);
    await say(11, "betting", 400);
    await eventually(async () => (await calls()).length === 2);
    expect(await isOpen()).toBe(false);
    const [opened, closed] = await timesOf(page);
    expect([opened?.call, closed?.call]).toEqual(["open 11", "close"]);
    // Not sooner; how much later is the machine's business.
    expect((closed?.atMs ?? 0) - (opened?.atMs ?? 0)).toBeGreaterThan(350);
  });

  test("closes at once when the phase turns before the time is spent", async (context) => {
    const { calls, say, isOpen } = await follow(context);
    await say(11, "betting", 60_000);
    await eventually(async () => (await calls()).length === 1);
    expect(await isOpen()).toBe(true);
    await say(11, "revealing");
    await eventually(async () => (await calls()).length === 2);
    expect(await calls()).toEqual(["open 11", "close"]);
    expect(await isOpen()).toBe(false);
  });

  test("stays closed in a betting phase whose time is spent", async (context) => {
    const { calls, say, isOpen } = await follow(context);
    await say(11, "betting", 0);
    await pause(100);
    expect(await calls()).toEqual([]);
    expect(await isOpen()).toBe(false);
  });

  test("fetches a result once, however often it is announced", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "revealing");
    service.state = { ...service.state, round: 11, phase: "result", result: "dragon" } as never;
    service.finished = 11;
    const asked = service.asked.length;
    await say(11, "result");
    await say(11, "result");
    await eventually(async () => (await calls()).length === 1);
    await say(11, "result");
    await say(11, "waiting");
    await pause(2500);
    expect(await calls()).toEqual(["result 11 dragon"]);
    expect(service.asked.slice(asked)).toEqual(["current"]);
  });

  test("takes no result from a message", async (context) => {
    const { service, table, calls, say } = await follow(context);
    await say(11, "revealing");
    service.state = { ...service.state, round: 11, phase: "result", result: "tiger" } as never;
    await post(table, {
      type: "dragontiger_phase",
      round: 11,
      daily_round: 11,
      phase: "result",
      remainMs: 0,
      result: "dragon",
    });
    await eventually(async () => (await calls()).length === 1);
    expect(await calls()).toEqual(["result 11 tiger"]);
  });

  test("reports no result that the service does not confirm", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "revealing");
    service.state = { ...service.state, round: 11, phase: "revealing", result: "?" } as never;
    await say(11, "result");
    await pause(300);
    expect(await calls()).toEqual([]);
    service.finished = 11;
    await eventually(async () => (await calls()).length === 1);
    expect(await calls()).toEqual(["result 11 history 11"]);
  });

  test("hears nobody but its own table", async (context) => {
    const { service, page, table, other, calls, say } = await follow(context);
    await say(11, "revealing");
    const message = {
      type: "dragontiger_phase",
      round: 12,
      daily_round: 12,
      phase: "betting",
      remainMs: 60_000,
    };
    await post(other, message); // The right origin, another window.
    await page.evaluate((data) => window.postMessage(data, "*"), message); // The page itself.
    await post(table, { ...message, type: "baccarat_phase" });
    await post(table, "betting");
    await post(table, null);
    // The right window, but another site is in it now.
    const elsewhere = `${service.origin.replace("127.0.0.1", "localhost")}/embed/dragontiger/`;
    await page.evaluate((address) => {
      document.querySelector("iframe")?.contentWindow?.location.replace(address);
    }, elsewhere);
    await table?.waitForURL(elsewhere); // Loaded: before that its old page may still answer.
    await post(table, message);
    await pause(200);
    expect(await calls()).toEqual([]);
  });

  test("does not go back for a message that was overtaken", async (context) => {
    const { calls, say } = await follow(context);
    await say(11, "betting", 60_000);
    await say(11, "revealing");
    await say(11, "betting", 60_000);
    await say(10, "result");
    await pause(200);
    expect(await calls()).toEqual(["open 11", "close"]);
  });

  test("reports the rounds of a gap, each once and in order", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "betting", 100);
    service.finished = 14;
    await say(15, "betting", 60_000);
    await eventually(async () => (await calls()).length === 7);
    expect(await calls()).toEqual([
      "open 11",
      "close",
      "open 15",
      "result 11 history 11",
      "result 12 history 12",
      "result 13 history 13",
      "result 14 history 14",
    ]);
  });

  test("reports every round of a sleep longer than a page of the history", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "revealing");
    service.finished = 1270;
    await say(1271, "betting", 60_000);
    await eventually(async () => (await calls()).at(-1) === "result 1270 history 1270");
    const rounds = Array.from({ length: 1260 }, (_, index) => index + 11);
    expect(await calls()).toEqual([
      "open 1271",
      ...rounds.map((round) => `result ${round} history ${round}`),
    ]);
    expect(service.asked.filter((path) => path === "results")).toHaveLength(3);
  });

  test("reports a round that is decided late when it is, and the later ones meanwhile", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "revealing");
    service.undecided = [11];
    service.finished = 13;
    await say(14, "revealing");
    await eventually(async () => (await calls()).length === 2);
    expect(await calls()).toEqual(["result 12 history 12", "result 13 history 13"]);
    service.undecided = [];
    await eventually(async () => (await calls()).length === 3);
    expect((await calls()).at(-1)).toBe("result 11 history 11");
    await pause(2_500);
    expect(await calls()).toHaveLength(3);
  });

  test("goes on after a page of the history that could not be fetched", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "revealing");
    service.finished = 510;
    service.isDown = true;
    await say(700, "revealing");
    await pause(300);
    expect(await calls()).toEqual([]);
    service.isDown = false; // The history ends amid the gap for now.
    await eventually(async () => (await calls()).length === 500);
    service.finished = 699;
    await eventually(async () => (await calls()).length === 689);
    const rounds = Array.from({ length: 689 }, (_, index) => index + 11);
    expect(await calls()).toEqual(rounds.map((round) => `result ${round} history ${round}`));
  });

  test("shows a fault of the page's own function as such, and tells a round once even so", async (context) => {
    const { page, service, calls, warnings, errors, say } = await follow(context);
    await page.evaluate(() => {
      window.faulty = ["open 11", "result 12 history 12"];
    });
    await say(11, "betting", 100);
    service.finished = 13;
    await say(14, "revealing");
    await eventually(async () => (await calls()).length === 5);
    await pause(2500);
    expect(await calls()).toEqual([
      "open 11",
      "close",
      "result 11 history 11",
      "result 12 history 12",
      "result 13 history 13",
    ]);
    expect(errors).toEqual([
      "The page's own fault at open 11",
      "The page's own fault at result 12 history 12",
    ]);
    expect(warnings).toEqual([]);
  });

  test("is quiet and closed once it was stopped", async (context) => {
    const { calls, say, isOpen, stop } = await follow(context);
    await say(11, "betting", 600);
    await eventually(async () => (await calls()).length === 1);
    await stop();
    expect(await isOpen()).toBe(false);
    await say(11, "result");
    await say(12, "betting", 60_000);
    await pause(800);
    expect(await calls()).toEqual(["open 11"]);
    expect(await isOpen()).toBe(false);
  });

  test("hears no answer that arrives after it was stopped", async (context) => {
    const { service, calls, warnings, isOpen, stop } = await follow(context);
    service.isHolding = true;
    const asked = service.asked.length;
    await eventually(() => service.asked.length > asked);
    await stop();
    service.state = { ...service.state, round: 11, phase: "betting", remainMs: 60_000 };
    service.release();
    await pause(2500);
    expect(await calls()).toEqual([]);
    expect(await isOpen()).toBe(false);
    expect(warnings).toEqual([]);
    expect(service.asked).toHaveLength(asked + 1);
  });

  test("asks the service by itself when no message came", async (context) => {
    const { service, calls } = await follow(context);
    service.state = { ...service.state, round: 11, phase: "betting", remainMs: 900 };
    await eventually(async () => (await calls()).length === 2);
    expect(await calls()).toEqual(["open 11", "close"]);
    service.state = { ...service.state, phase: "result", remainMs: 0, result: "tie" } as never;
    service.finished = 11;
    await eventually(async () => (await calls()).length === 3);
    expect((await calls())[2]).toBe("result 11 tie");
  });

  test("keeps a result that could not be fetched, and fetches it later", async (context) => {
    const { service, calls, say } = await follow(context);
    await say(11, "revealing");
    service.isDown = true;
    service.finished = 11;
    await say(11, "result");
    await pause(2500);
    expect(await calls()).toEqual([]);
    service.isDown = false;
    await eventually(async () => (await calls()).length === 1);
    expect(await calls()).toEqual(["result 11 history 11"]);
  });
});

test("receiver.html takes bets while it may, and shows the result", async () => {
  const service = await new FakeService().start();
  const html = await readFile(new URL("../../src/snippets/receiver.html", import.meta.url), "utf8");
  const site = await operatorPage({
    "/": html.replace("https://games.example.com", service.origin),
  });
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.close();
    site.close();
    service.stop();
  });
  await page.goto(site.origin);
  const say = (phase: string, remainMs: number) =>
    post(innerFrames(page)[0], {
      type: "dragontiger_phase",
      round: 11,
      daily_round: 11,
      phase,
      remainMs,
    });
  const news = () => page.textContent("#news");

  expect(await page.isDisabled("#bet")).toBe(true);
  await say("betting", 60_000);
  await eventually(() => page.isEnabled("#bet"));
  expect(await news()).toBe("Round 11: place your bets.");
  await page.press("#bet", "Enter");
  expect(await news()).toBe("Round 11: bet placed.");
  await say("revealing", 0);
  await eventually(() => page.isDisabled("#bet"));
  expect(await news()).toBe("Round 11: bets are closed.");
  service.state = { ...service.state, round: 11, phase: "result", result: "tiger" } as never;
  await say("result", 0);
  await eventually(async () => (await news()) === "Round 11: tiger.");
});
