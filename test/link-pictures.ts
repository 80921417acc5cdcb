import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Game, Side } from "../src/games/contract.ts";
import { games } from "../src/games/index.ts";
import { sideColours } from "../src/look/palette.ts";
import { roundAt } from "../src/round/phases.ts";
import type { HistoryEntry } from "../src/wire/responses.ts";
import { launchChromium } from "./support/chromium.ts";
import { runService } from "./support/running-service.ts";

/*
 * Redraws the pictures for links to rounds: `node test/link-pictures.ts`, after a build. The scene is blurred behind
 * the winner's mark: it represents many rounds, and must not show the cards of another.
 */

const NOW_MS = Date.UTC(2026, 6, 2);
const SIZE = { width: 1200, height: 630 };
const QUALITY = 72;

const dataDir = await mkdtemp(join(tmpdir(), "tableside-"));
const service = await runService({ nowMs: NOW_MS, dataDir });
service.holdAt(NOW_MS);
const browser = await launchChromium();
// The overlay is not part of the page, so its policy would block it.
const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, bypassCSP: true });
for (const game of games) {
  for (const side of game.sides) {
    await page.goto(`${service.url}/replay/${game.slug}/${await roundWonBy(game, side)}`);
    await page.locator("replay-controls .play").waitFor();
    await page.locator("game-table canvas").waitFor();
    await showResult(page);
    await lay(page, side);
    const file = new URL(`../src/link-pictures/${game.slug}-${side.id}.jpg`, import.meta.url);
    const clip = { x: 0, y: 0, ...SIZE };
    await writeFile(file, await page.screenshot({ type: "jpeg", quality: QUALITY, clip }));
  }
}
await browser.close();
await service.end();
await rm(dataDir, { recursive: true, force: true });

async function roundWonBy(game: Game, side: Side): Promise<number> {
  const before = roundAt(NOW_MS, game.intervalMs);
  const response = await fetch(
    `${service.url}/embed/${game.slug}/api/results?limit=500&before=${before}`,
  );
  const results = (await response.json()) as HistoryEntry[];
  const found = results.find((entry) => game.winner(entry) === side.id);
  if (found === undefined) {
    throw new Error(`${side.id} won none of the last rounds of ${game.slug}.`);
  }
  return found.round;
}

async function showResult(page: Page): Promise<void> {
  await page.addStyleTag({
    content: `main{display:block!important;padding:0!important;max-width:none!important}
      header,aside{display:none!important}
      game-table{position:fixed!important;inset:0 auto auto 0!important;width:1200px!important;height:630px!important;max-height:none!important;border-radius:0!important}`,
  });
  await page.locator("game-table").evaluate((table) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `.bar,.roads,.strip,.podiums,.banner,replay-controls{display:none!important}
       .stage{filter:blur(24px) brightness(.8) saturate(1.3);transform:scale(1.12)}`,
    );
    table.shadowRoot?.adoptedStyleSheets.push(sheet);
    const controls = table.shadowRoot?.querySelector("replay-controls") as unknown as {
      replay: { pause(): void; seek(atMs: number): void; lengthMs: number };
    };
    controls.replay.pause();
    controls.replay.seek(controls.replay.lengthMs - 1_500);
  });
}

async function lay(page: Page, { letter, colour }: Side): Promise<void> {
  const { fill, ink } = sideColours[colour];
  await page.evaluate(
    ({ letter, fill, ink }) => {
      document.querySelector("#mark")?.remove();
      const mark = document.createElement("div");
      mark.id = "mark";
      mark.innerHTML = `<svg width="1200" height="630" viewBox="0 0 1200 630" font-family="system-ui, sans-serif">
        <defs>
          <radialGradient id="dark"><stop offset=".35" stop-color="#000a"/><stop offset="1" stop-color="#0000"/></radialGradient>
          <linearGradient id="gold" x2="1" y2="1"><stop stop-color="#ffe3a0"/><stop offset=".35" stop-color="#d9b45b"/><stop offset=".75" stop-color="#7a5714"/><stop offset="1" stop-color="#ffe3a0"/></linearGradient>
          <linearGradient id="shine" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".28"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".3"/></linearGradient>
        </defs>
        <ellipse cx="600" cy="315" rx="420" ry="320" fill="url(#dark)"/>
        <circle cx="600" cy="315" r="196" fill="${fill}" stroke="url(#gold)" stroke-width="22"/>
        <circle cx="600" cy="315" r="184" fill="url(#shine)" stroke="#ffe3a066" stroke-width="2"/>
        <text x="600" y="315" dy=".36em" text-anchor="middle" font-size="230" font-weight="800" fill="${ink}">${letter}</text>
        <path d="M1098 520v70l58-35z" fill="#d9b45b"/>
      </svg>`;
      Object.assign(mark.style, { position: "fixed", left: "0", top: "0", zIndex: "9" });
      document.body.append(mark);
    },
    { letter, fill, ink },
  );
}
