/*
 * How late an operator's page hears of a phase, and what it costs the service:
 * `node test/bench/lateness.ts [--seconds 60] [--settle 5] [--only hidden]`.
 *
 * A page of an operator frames the three tables, over HTTP/1.1 and from another site, in a Chromium
 * without the flags by which automation keeps hidden pages awake. Holds each message that the page
 * receives against the clock: seen; out of sight; in a hidden tab; and seen where streams are refused,
 * so that the tables poll. After five minutes in a hidden tab Chromium slows timers down once more:
 * `--settle 330 --only hidden` waits for that.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { phaseStartMs, roundAt } from "../../src/round/phases.ts";
import { launchNaturalChromium, openTab } from "../support/natural-chromium.ts";
import { runOperatorPage } from "../support/operator-site.ts";
import type { Received, OperatorPage } from "../support/operator-site.ts";
import { benchService, pageOf } from "./support/bench-service.ts";
import { quantileOf } from "./support/figures.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    settle: { type: "string", default: "5" },
    only: { type: "string", default: "" },
  },
});

/** How a page is looked at while its messages are held against the clock. */
interface Case {
  name: string;
  operator: OperatorPage;
  isHidden?: boolean;
  isPolling?: boolean;
}

let streamsAreRefused = false;
const service = await benchService((request, response) => {
  if (streamsAreRefused && request.url?.endsWith("/stream")) {
    response.writeHead(503, { "retry-after": "60", "access-control-allow-origin": "*" });
    response.end();
  }
  return response.writableEnded;
});
service.setNow(Date.now());

const frames = games
  .map(
    ({ slug }) =>
      `<iframe src="${pageOf(service, slug)}" style="width:400px;height:300px"></iframe>`,
  )
  .join("");
const inSight = await runOperatorPage(frames);
const outOfSight = await runOperatorPage(`<div style="height:5000px"></div>${frames}`);

const cases: Case[] = [
  { name: "seen", operator: inSight },
  { name: "out of sight", operator: outOfSight },
  { name: "in a hidden tab", operator: inSight, isHidden: true },
  { name: "seen, polling", operator: inSight, isPolling: true },
];
const rows = [];
for (const one of cases.filter(({ name }) => name.includes(values.only))) {
  rows.push(await measure(one));
}
inSight.end();
outOfSight.end();
await service.end();
console.table(rows);

async function measure({
  name,
  operator,
  isHidden = false,
  isPolling = false,
}: Case): Promise<Record<string, string | number>> {
  streamsAreRefused = isPolling;
  const browser = await launchNaturalChromium();
  try {
    await openTab(browser, operator.url);
    await pause(5_000);
    if (isHidden) {
      await openTab(browser, "about:blank");
    }
    await pause(Number(values.settle) * 1_000);
    const asked = service.requests.length;
    const startMs = Date.now();
    await pause(Number(values.seconds) * 1_000);
    const endMs = Date.now();
    const requests = service.requests.slice(asked).map(({ url }) => url);
    // What began at the very end may still be on its way.
    await pause(2_000);
    const received = operator.received.filter(({ atMs }) => atMs >= startMs);
    const visible = new Set(received.map(({ visibility }) => visibility));
    return {
      "": `${name} (${[...visible].join()})`,
      ...figuresOf(received, startMs, endMs),
      ...costOf(requests, endMs - startMs),
    };
  } finally {
    await browser.close();
  }
}

function figuresOf(received: readonly Received[], startMs: number, endMs: number) {
  const lateMs: number[] = [];
  let missing = 0;
  let twice = 0;
  for (const game of games) {
    for (const { name, atMs } of phasesBetween(startMs, endMs, game)) {
      const told = received.filter(
        ({ type, round, phase }) => type === game.eventType && name === `${round}:${phase}`,
      );
      lateMs.push(...told.slice(0, 1).map((message) => message.atMs - atMs));
      missing += told.length === 0 ? 1 : 0;
      twice += told.length > 1 ? 1 : 0;
    }
  }
  return {
    phases: lateMs.length,
    missing,
    twice,
    "median, ms": quantileOf(lateMs, 0.5),
    "p95, ms": quantileOf(lateMs, 0.95),
    "most, ms": Math.max(...lateMs),
  };
}

/** Requests per viewer and round, those apart that try to have a stream again. */
function costOf(requests: readonly string[], forMs: number): Record<string, string> {
  const rounds = games.reduce((sum, { intervalMs }) => sum + forMs / intervalMs, 0);
  const tries = requests.filter((url) => url.endsWith("/stream")).length;
  const asked = requests.filter((url) => url.includes("/api/")).length - tries;
  return {
    "requests a round": (asked / rounds).toFixed(2),
    "tries to stream": (tries / rounds).toFixed(2),
  };
}

function* phasesBetween(startMs: number, endMs: number, game: Game) {
  for (let round = roundAt(startMs, game.intervalMs); ; round++) {
    for (const { phase } of game.phases) {
      const atMs = phaseStartMs(round, phase, game);
      if (atMs > endMs) {
        return;
      }
      if (atMs >= startMs) {
        yield { name: `${round}:${phase}`, atMs };
      }
    }
  }
}
