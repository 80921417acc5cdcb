/*
 * What a table weighs: `node test/bench/weight.ts`.
 *
 * Prints the bytes after gzip that a Chromium really asks the built service for, until the first
 * drawn frame and until the page is quiet, and what a second game adds to it. Sizes are the same on
 * every machine; test/browser/pages/weight.test.ts holds them to their limits.
 */
import { games } from "../../src/games/index.ts";
import { launchChromium } from "../support/chromium.ts";
import { benchService } from "./support/bench-service.ts";
import { RENDERERS } from "./support/renderer.ts";
import { openProof, openReplay, visit, visitLobby, visitWithoutTable } from "./support/visit.ts";

const service = await benchService();
const browser = await launchChromium();
const kb = (bytes: number) => (bytes / 1000).toFixed(1);
const rows: Record<string, string | number>[] = [];
for (const [index, { slug }] of games.entries()) {
  const second = games[(index + 1) % games.length]?.slug ?? slug;
  for (const renderer of RENDERERS) {
    const seen = await visit(service, browser, [slug, second], renderer);
    rows.push({
      game: slug,
      renderer: renderer === "webgl" ? "WebGL" : "2D canvas",
      "page, KB": kb(seen.untilDrawn.html),
      "JS until drawn, KB": kb(seen.untilDrawn.js),
      requests: seen.untilDrawn.requests,
      "first visit, KB": kb(seen.first.all),
      [`second game, KB`]: kb(seen.second.all - seen.second.html),
      "its page, KB": kb(seen.second.html),
    });
  }
}
const bare = await visitWithoutTable(service, browser);
const proof = await openProof(service, browser);
const { lobby } = await visitLobby(service, browser, "");
const replay = await openReplay(service, browser);
await browser.close();
await service.end();
console.table(rows);
console.log(
  `The element's script before it shows a table: ${kb(bare.js)} KB, ${bare.requests} requests`,
);
console.log(`The proof of a round, when it is opened: ${kb(proof.all)} KB`);
console.log(`The script of a replay, when one is watched: ${kb(replay.js)} KB`);
console.log(
  `The lobby until a table is opened: ${kb(lobby.all)} KB, ${kb(lobby.js)} KB of it scripts, ${lobby.requests} requests`,
);
