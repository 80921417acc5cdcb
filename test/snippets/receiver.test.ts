import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Frame, Page } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestContext } from "vitest";
import type { RoundState } from "../../src/wire/responses.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
import { patientPage, sharedBrowser } from "../support/browser-page.ts";
import { eventually } from "../support/eventually.ts";
import { listen } from "../support/running-service.ts";

class FakeService {
  state: RoundState = {
    round: 10,
    daily_round: 10,
    date: "2026-01-01",
    phase: "waiting",
    remainMs: 0,
  };
  /** Rounds in the history: all up to this one… */
  finished = 10;
  /** …except these, which are not decided yet. */
  undecided: readonly number[] = [];
  isDown = false;
  /** How often it responded that it is down. */
  refused = 0;
  /** Holds requests for the state until `release`. */
  isHolding = false;
  readonly #held: (() => void)[] = [];
  origin = "";
  stop = () => {};

  async start(): Promise<this> {
    const { url, end } = await listen((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
      response.setHeader("access-control-allow-origin", "*");
      if (!pathname.includes("/api/")) {
        response.setHeader("content-type", "text/html");
        response.end(`<!doctype html><title>A table</title><script>
          addEventListener("message", ({ ports: [port] }) => { window.port = port ?? window.port; });
        </script>`);
        return;
      }
      if (this.isHolding) {
        this.#held.push(() => response.end(JSON.stringify(this.state)));
        return;
      }
      if (this.isDown) {
        this.refused++;
      }
      response.statusCode = this.isDown ? 503 : 200;
      response.end(
        JSON.stringify(pathname.endsWith("current") ? this.state : this.#history(searchParams)),
      );
    });
    this.origin = url;
    this.stop = end;
    return this;
  }

  get held(): number {
    return this.#held.length;
  }

  release(): void {
    this.isHolding = false;
    for (const respond of this.#held.splice(0)) {
      respond();
    }
  }

  /** Pages as the service does: 20 by default, 500 at most, newest first. */
  #history(query: URLSearchParams) {
    const newest = Math.min(this.finished, Number(query.get("before") ?? Infinity) - 1);
    const limit = Math.min(Number(query.get("limit") ?? 20), MAX_RESULTS);
    return Array.from({ length: newest }, (_, index) => newest - index)
      .filter((round) => !this.undecided.includes(round))
      .slice(0, limit)
      .map((round) => ({ round, result: `history ${round}` }));
  }
}

/** An operator's page, on a different origin from the service. */
async function operatorPage(files: Readonly<Record<string, string>>) {
  const receiver = await readFile(new URL("../../src/snippets/receiver.js", import.meta.url));
  const { url, end } = await listen((request, response) => {
    const isScript = request.url === "/receiver.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? receiver : files[request.url ?? ""]);
  });
  return { origin: url.replace("127.0.0.1", "localhost"), close: end };
}

function innerFrames(page: Page): Frame[] {
  return page.mainFrame().childFrames();
}

async function post(frame: Frame | undefined, data: unknown): Promise<void> {
  await frame?.evaluate((message) => window.parent.postMessage(message, "*"), data);
}

declare global {
  interface Window {
    /** The calls of the receiver, as `open 11`, `close`, `result 11 dragon`, each with its time. */
    calls: { call: string; atMs: number }[];
    isOpen: () => boolean;
    /** In the frame: the port to the page. */
    port: MessagePort;
    /** What the receiver reported with `onStale`. */
    stale: boolean[];
    /** The calls that must throw. */
    faulty: string[];
    /** When the receiver got each message, valid or not. */
    receivedAtMs: number[];
    /** The receiver's requests to the service with their times: `current`, `results`. */
    asked: { path: string; atMs: number }[];
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const receiverPage = (service: string) => `<!doctype html><title>Operator</title>
<iframe src="${service}/embed/dragontiger/?key=tbs_live_test"></iframe>
<iframe src="${service}/embed/dragontiger/?key=tbs_live_test"></iframe>
<script type="module">
  import { followTable } from "./receiver.js";
  window.calls = [];
  window.stale = [];
  window.faulty = [];
  window.receivedAtMs = [];
  window.asked = [];
  const ask = window.fetch;
  window.fetch = (address, options) => {
    const path = new URL(address).pathname.split("/").at(-1);
    window.asked.push({ path, atMs: Date.now() });
    return ask(address, options);
  };
  const note = (call) => {
    window.calls.push({ call, atMs: Date.now() });
    if (window.faulty.includes(call)) throw new Error("The page's own fault at " + call);
  };
  const table = followTable(document.querySelector("iframe"), {
    onOpen: (round) => note("open " + round),
    onClose: () => note("close"),
    onResult: ({ round, result }) => note("result " + round + " " + result),
    onStale: (isStale) => window.stale.push(isStale),
  });
  addEventListener("message", () => window.receivedAtMs.push(Date.now())); // After the receiver's own listener.
  window.isOpen = table.isOpen;
</script>`;

/**
 * A page that follows a table, but knows nothing yet because the service is down. It recovers when the first
 * message was received; earlier, the receiver on a slow machine might request and learn round 10.
 */
async function follow({ onTestFinished: atEnd }: Pick<TestContext, "onTestFinished">) {
  const service = await new FakeService().start();
  service.isDown = true;
  const site = await operatorPage({ "/": receiverPage(service.origin) });
  const page = await patientPage(browser);
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

  /** Posts a message from a frame, and waits until the page's listeners have got it. */
  async function postTo(frame: Frame | undefined, data: unknown): Promise<void> {
    const received = () => page.evaluate(() => window.receivedAtMs.length);
    const before = await received();
    await post(frame, data);
    await eventually(async () => (await received()) > before);
  }

  const asked = () => page.evaluate(() => window.asked);

  /** Starts the service, and clears the records of its being down. */
  async function bringUp(): Promise<void> {
    // Requests still on their way from before a message would otherwise get a response, and learn round 12 too early.
    await eventually(
      async () => !service.isDown || (await asked()).length <= service.refused + service.held,
    );
    service.isDown = false;
    await eventually(() => warnings.length >= service.refused);
    warnings.length = 0;
    service.refused = 0;
  }

  let isFirst = true;
  async function say(round: number, phase: string, remainMs = 0): Promise<void> {
    await postTo(table, { type: "dragontiger_phase", round, daily_round: round, phase, remainMs });
    if (isFirst) {
      isFirst = false;
      await bringUp();
    }
  }

  return {
    service,
    page,
    table,
    other,
    calls,
    warnings,
    errors,
    bringUp,
    postTo,
    say,
    isOpen: () => page.evaluate(() => window.isOpen()),
    receivedAtMs: async () => (await page.evaluate(() => window.receivedAtMs)).at(-1) ?? 0,
    asked,
  };
}

// Most of these tests wait for requests, or for their absence, so they run concurrently.
describe.concurrent("receiver.js", () => {
  test("the receiver polls only while no messages arrive", async (context) => {
    const { service, calls, say, receivedAtMs, asked } = await follow(context);
    service.state = { ...service.state, round: 12, phase: "betting", remainMs: 60_000 };
    service.finished = 11;
    await say(11, "revealing");
    const firstMs = await receivedAtMs();
    await eventually(async () => (await calls()).length === 1);
    expect(await calls()).toEqual(["result 11 history 11"]);
    const asksAfterMs = async (ms: number) =>
      (await asked()).map(({ atMs }) => atMs - ms).filter((sinceMs) => sinceMs > 0);
    expect(Math.min(...(await asksAfterMs(firstMs)))).toBeGreaterThan(8000);
    await say(12, "revealing");
    const secondMs = await receivedAtMs();
    await pause(4000);
    expect((await asksAfterMs(secondMs)).filter((sinceMs) => sinceMs < 8000)).toEqual([]);
  });

  // Cause: a page with a plain iframe could not know this, because only the console had a warning.
  test("the receiver reports when the service does not respond, and when the table stays behind it", async (context) => {
    const { page, service, say } = await follow(context);
    const stale = () => page.evaluate(() => window.stale);
    await eventually(async () => (await stale()).length === 1);
    await say(11, "revealing");
    await eventually(async () => (await stale()).length === 2);
    service.state = { ...service.state, round: 12, phase: "revealing" };
    await eventually(async () => (await stale()).length === 3);
    await say(12, "revealing");
    await eventually(async () => (await stale()).length === 4);
    expect(await stale()).toEqual([true, false, true, false]);
  });

  // Cause: the first response after an outage cleared the warning, and the next one brought it back.
  test("after an outage, the table is stale until it sends a message itself", async (context) => {
    const { page, service, say } = await follow(context);
    const stale = () => page.evaluate(() => window.stale);
    await eventually(async () => (await stale()).length === 1);
    service.isDown = false;
    await pause(5_000);
    expect(await stale()).toEqual([true]);
    await say(11, "revealing");
    await eventually(async () => (await stale()).length === 2);
    service.state = { ...service.state, round: 12, phase: "revealing" };
    service.isDown = true;
    await eventually(async () => (await stale()).length === 3);
    service.isDown = false;
    await pause(5_000);
    expect(await stale()).toEqual([true, false, true]);
    await say(12, "revealing");
    await eventually(async () => (await stale()).length === 4);
  });

  // Cause: during maintenance, betting stayed open until its time was over, because no message was due earlier.
  test("no bets are taken while the frame itself reports that it is stale", async (context) => {
    const { page, table, say, isOpen } = await follow(context);
    const report = (message: object) =>
      table?.evaluate((data) => window.port.postMessage(data), message);
    await say(11, "betting", 600_000);
    await eventually(isOpen);
    await report({ type: "stale", connection: "maintenance" });
    await eventually(async () => !(await isOpen()));
    await report({ type: "fresh" });
    await eventually(isOpen);
    expect((await page.evaluate(() => window.stale)).slice(-2)).toEqual([true, false]);
  });

  test("the receiver takes bets only while the betting phase has time left", async (context) => {
    const { page, calls, say, isOpen } = await follow(context);
    await say(11, "betting", 400);
    await eventually(async () => (await calls()).length === 2);
    expect(await isOpen()).toBe(false);
    const [opened, closed] = await page.evaluate(() => window.calls);
    expect([opened?.call, closed?.call]).toEqual(["open 11", "close"]);
    // Not earlier; how much later depends on the machine.
    expect((closed?.atMs ?? 0) - (opened?.atMs ?? 0)).toBeGreaterThan(350);
  });

  test("the receiver fetches a result once, however often it is announced", async (context) => {
    const { service, calls, say, receivedAtMs, asked } = await follow(context);
    await say(11, "revealing");
    const knownMs = await receivedAtMs();
    service.state = { ...service.state, round: 11, phase: "result", result: "dragon" } as never;
    service.finished = 11;
    await say(11, "result");
    await say(11, "result");
    await eventually(async () => (await calls()).length === 1);
    await say(11, "result");
    await say(11, "waiting");
    await pause(2500);
    expect(await calls()).toEqual(["result 11 dragon"]);
    const asks = (await asked()).filter(({ atMs }) => atMs > knownMs);
    expect(asks.map(({ path }) => path)).toEqual(["current"]);
  });

  test("the receiver accepts messages from its own table only", async (context) => {
    const { service, page, table, other, calls, say, postTo } = await follow(context);
    await say(11, "revealing");
    const message = {
      type: "dragontiger_phase",
      round: 12,
      daily_round: 12,
      phase: "betting",
      remainMs: 60_000,
    };
    await postTo(other, message); // The right origin, but another window.
    await postTo(page.mainFrame(), message); // The page itself, which is its own parent.
    await postTo(table, { ...message, type: "baccarat_phase" });
    await postTo(table, "betting");
    await postTo(table, null);
    // The right window, but with another site in it.
    const elsewhere = `${service.origin.replace("127.0.0.1", "localhost")}/embed/dragontiger/`;
    await page.evaluate((address) => {
      document.querySelector("iframe")?.contentWindow?.location.replace(address);
    }, elsewhere);
    await table?.waitForURL(elsewhere); // Loaded, since before that its old page may still respond.
    await postTo(table, message);
    expect(await calls()).toEqual([]);
  });

  test("the receiver reports every round missed during sleep, even over several pages of history", async (context) => {
    const { service, calls, say, asked } = await follow(context);
    await say(11, "revealing");
    service.finished = 1270;
    await say(1271, "betting", 60_000);
    await eventually(async () => (await calls()).at(-1) === "result 1270 history 1270");
    const rounds = Array.from({ length: 1260 }, (_, index) => index + 11);
    expect(await calls()).toEqual([
      "open 1271",
      ...rounds.map((round) => `result ${round} history ${round}`),
    ]);
    expect((await asked()).filter(({ path }) => path === "results")).toHaveLength(3);
  });

  test("the receiver reports a round that is decided late", async (context) => {
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

  test("the receiver reports a round once, even if the page's own function fails", async (context) => {
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
});

const receiverPages = [
  ["dragontiger", "dragontiger_phase", { result: "tiger" }, "tiger"],
  ["bigsixball", "bigsix_phase", { result_map: { united: 2, city: 1 } }, "city"],
] as const;

// The race has no `result`: its round once resulted in "undefined".
test.each(receiverPages)(
  "receiver.html takes bets on %s while they are open",
  async (slug, type, outcome, winner) => {
    const service = await new FakeService().start();
    // Otherwise a slow machine announces the previous round when this one is already open.
    service.isDown = true;
    const snippet = new URL("../../src/snippets/receiver.html", import.meta.url);
    const html = (await readFile(snippet, "utf8"))
      .replace("https://games.example.com", service.origin)
      .replace("/dragontiger/", `/${slug}/`);
    const site = await operatorPage({ "/": html });
    const page = await patientPage(browser);
    onTestFinished(async () => {
      await page.close();
      site.close();
      service.stop();
    });
    await page.goto(site.origin);
    const say = (phase: string, remainMs: number) =>
      post(innerFrames(page)[0], { type, round: 11, daily_round: 11, phase, remainMs });
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
    service.state = { ...service.state, round: 11, phase: "result", ...outcome } as never;
    service.isDown = false;
    await say("result", 0);
    await eventually(async () => (await news()) === `Round 11: ${winner}.`);
  },
);
