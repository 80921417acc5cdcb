import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { partWordsOf } from "../../../src/i18n/index.ts";
import { langs } from "../../../src/i18n/langs.ts";
import { phaseStartMs, roundAt } from "../../../src/round/phases.ts";
import { NOW_MS, sharedService, startService } from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";

const service = sharedService();
const page = { headers: { accept: "text/html" } };

function metaOf(html: string, property: string): string | undefined {
  return new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
}

describe.each(games.map((game) => [game.slug, game] as const))("the replay of %s", (slug, game) => {
  const running = roundAt(NOW_MS, game.intervalMs);

  test("the replay of a finished round does not need a key", async () => {
    const response = await service().ask(`/replay/${slug}/${running - 1}`, page);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(metaOf(html, "og:url")).toBe(`http://tableside.test/replay/${slug}/${running - 1}`);
    expect(html).toContain(`<game-table game="${slug}" round="${running - 1}">`);
    expect(metaOf(html, "og:description")).toMatch(/\w+/);
    expect(html).not.toContain("{{");
  });

  test("a replay is available from the start of the result phase, and not before", async () => {
    const own = await startService();
    const opensMs = phaseStartMs(running, "result", game);
    own.clock.nowMs = opensMs - 1;
    const early = await own.ask(`/replay/${slug}/${running}`, page);
    expect(early.status).toBe(404);
    expect(early.headers.get("cache-control")).toBe("no-store");
    expect(await early.text()).not.toContain("og:description");
    own.clock.nowMs = opensMs;
    expect((await own.ask(`/replay/${slug}/${running}`, page)).status).toBe(200);
  });
});

// Cause: a viewer of a Korean table read in English that the round was not finished.
test.each(langs)("a refused replay is explained to viewers in %s", async (lang) => {
  const words = partWordsOf(lang).replay;
  const path = "/replay/baccarat/100000000000";
  const responses = await Promise.all([
    service().ask(`${path}?lang=${lang}`, page),
    service().ask(path, { headers: { ...page.headers, "accept-language": lang } }),
  ]);
  for (const response of responses) {
    expect(response.status).toBe(404);
    expect(response.headers.get("vary")).toBe("accept, accept-language");
    const html = await response.text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(`<p>${words.unknownRound.replace("{round}", "100000000000")}</p>`);
    expect(html).toMatch(/<small lang="en">404 Not Found: Round 100000000000 is not finished/);
  }
});

test("finished rounds can be replayed during maintenance", async () => {
  const { ask } = await startService({ down: ["baccarat"] });
  expect((await ask("/replay/baccarat/7", page)).status).toBe(200);
});

test("a replay page is not sent again while it is unchanged, and no site can embed it", async () => {
  const first = await service().ask("/replay/baccarat/7", page);
  const { headers } = first;
  expect(headers.get("cache-control")).toBe("no-cache");
  expect(headers.get("vary")).toContain("accept-language");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  const again = await service().ask("/replay/baccarat/7", {
    headers: { "if-none-match": headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});

test("a replay page's links use BASE_URL, whatever the Host header is", async () => {
  const { ask } = stubApp({
    baseUrl: "https://games.example.com",
    pages: {
      embed: async () => stub,
      lobby: async () => stub,
      home: async () => stub,
      verify: async () => stub,
      replay: async () => stub,
    },
  });
  const response = await ask("/replay/baccarat/7", { headers: { host: "evil.example" } });
  expect(await response.text()).toBe(
    "https://games.example.com https://games.example.com/replay/baccarat/7",
  );
});
const stub = { html: "{{baseUrl}} {{url}}", styleHashes: [], scriptHashes: [] };
