import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { games } from "../../src/games/index.ts";
import type { PhaseMessage } from "../../src/phase-event.ts";
import { momentAt, phaseStartMs, roundAt } from "../../src/round/phases.ts";
import { launchChromium } from "../support/chromium.ts";
import { startMainServer } from "./support/main-server.ts";

/*
 * Watches a service through its operator's page in a real Chromium, and holds every phase message against
 * the clock and against what `current` says at that moment. Ends with 1 where one was missing or came twice.
 * Needs a build.
 *
 *     node test/bench/watch.ts [--seconds 120]
 */

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
  },
});

interface Heard extends PhaseMessage {
  slug: string;
  atMs: number;
  /** How long after the message `current` said the same. */
  agreedAfterMs: number;
}

const heard: Heard[] = [];
const server = await startMainServer();
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1440, height: 1600 } });
await page.exposeFunction("tell", async (message: PhaseMessage) => {
  const atMs = Date.now();
  const slug = games.find(({ eventType }) => eventType === message.type)?.slug ?? message.type;
  const agreedAfterMs = await untilCurrentSays(slug, message, atMs);
  heard.push({ ...message, slug, atMs, agreedAfterMs });
});
await page.addInitScript(() => {
  window.addEventListener("message", ({ data }) => {
    void (window as unknown as { tell(data: unknown): void }).tell(data);
  });
});
await page.goto(server.address);
await pause(2_000);
const startMs = Date.now();
await pause(Number(values.seconds) * 1_000);
const endMs = Date.now();
await pause(1_000);
await browser.close();
await server.stop();

for (const game of games) {
  const ofGame = heard.filter(({ slug }) => slug === game.slug);
  const expected = phasesBetween(startMs, endMs, game);
  const told = ofGame.filter(({ atMs }) => atMs >= startMs && atMs <= endMs).map(nameOf);
  const lateMs = ofGame
    .map((message) => message.atMs - phaseStartMs(message.round, message.phase, game))
    .toSorted((a, b) => a - b);
  const missing = expected.filter((name) => !ofGame.map(nameOf).includes(name));
  const twice = told.filter((name, index) => told.indexOf(name) !== index);
  if (missing.length + twice.length > 0) {
    process.exitCode = 1;
  }
  console.log(
    `${game.slug.padEnd(12)} ${told.length} changes, ${missing.length} missing, ${twice.length} twice; ` +
      `late: median ${lateMs[Math.floor(lateMs.length / 2)]} ms, most ${lateMs.at(-1)} ms; ` +
      `current agrees after at most ${Math.max(...ofGame.map((message) => message.agreedAfterMs))} ms`,
  );
}

function nameOf({ round, phase }: { round: number; phase: string }): string {
  return `${round}:${phase}`;
}

/** Every phase that began between two times, the last second left out: its message is on its way. */
function phasesBetween(fromMs: number, toMs: number, game: (typeof games)[number]): string[] {
  const names = new Set<string>();
  const first = roundAt(fromMs, game.intervalMs);
  for (let round = first; round <= momentAt(toMs, game).round; round++) {
    for (const { phase } of game.phases) {
      const beginsMs = phaseStartMs(round, phase, game);
      if (beginsMs > fromMs && beginsMs < toMs - 1_000) {
        names.add(nameOf({ round, phase }));
      }
    }
  }
  return [...names];
}

/** How long it took until `current` said what the message says, in ms; Infinity after a second. */
async function untilCurrentSays(
  slug: string,
  message: PhaseMessage,
  atMs: number,
): Promise<number> {
  while (Date.now() - atMs < 1_000) {
    const response = await fetch(`${server.address}/embed/${slug}/api/current`);
    const state = (await response.json()) as PhaseMessage;
    if (nameOf(state) === nameOf(message)) {
      return Date.now() - atMs;
    }
  }
  return Number.POSITIVE_INFINITY;
}
