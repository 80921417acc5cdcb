import { describe, expect, test } from "vitest";
import { firstPaint } from "../../../server/pages/first-paint.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import { randomFromKey } from "../../../src/round/random.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";
import { attributesOf, firstPaintOf, snapshotOf } from "../../support/embed-page.ts";
import { phaseTimes } from "../../support/phase-times.ts";
import { issueKey, sharedService, startService } from "../../support/service.ts";

const service = sharedService();

async function pageOf(query: string): Promise<string> {
  const { keyText } = await issueKey(service());
  const response = await service().ask(`/embed/baccarat/?key=${keyText}${query}`);
  expect(response.status).toBe(200);
  return response.text();
}

describe.each(games)("the embed page of $slug", (game) => {
  test("an embed page always contains the state that the API returns", async () => {
    const running = await startService();
    const { keyText } = await issueKey(running);
    for (const { nowMs } of phaseTimes(game, 9000)) {
      running.clock.nowMs = nowMs;
      const html = await (await running.ask(`/embed/${game.slug}/?key=${keyText}`)).text();
      expect(snapshotOf(html)).toEqual({
        schedule: await running.read(`/embed/${game.slug}/api/schedule`),
        state: await running.read(`/embed/${game.slug}/api/current`),
        closed: null,
        results: await running.read(`/embed/${game.slug}/api/results?limit=72`),
      });
    }
  });

  test("an embed page is readable before any script runs", async () => {
    const running = await startService();
    const { keyText } = await issueKey(running);
    const words: Record<string, RegExp> = {
      betting: /\b(18|9|36|1)\b/,
      revealing: /Round 9,000/,
      result: /win|tie/i,
      waiting: /Round 9,000/,
    };
    for (const { phase, nowMs } of phaseTimes(game, 9000)) {
      running.clock.nowMs = nowMs;
      const html = await (await running.ask(`/embed/${game.slug}/?key=${keyText}`)).text();
      const read = firstPaintOf(html);
      expect(html).toContain(`data-phase="${phase}"`);
      expect(read).toContain("9,000");
      expect(read).toContain(new Date(nowMs).toISOString().slice(0, 10));
      const { state } = Object(snapshotOf(html));
      const namedMs = game.revealTimes?.(state)[1] ?? 0;
      const isNamed = nowMs >= phaseStartMs(9000, "result", game) + namedMs;
      expect(read).toMatch(
        (phase === "result" && !isNamed ? words["revealing"] : words[phase]) ?? "",
      );
    }
  });
});

describe("the embed page's options", () => {
  const DEFAULTS = { game: "baccarat", lang: "en", theme: "dark" };
  const LOUD = { ...DEFAULTS, muted: "false" };

  test.each<[string, Record<string, string>]>([
    ["", DEFAULTS],
    ["&lang=ko", { ...DEFAULTS, lang: "ko" }],
    ["&lang=zh-CN", { ...DEFAULTS, lang: "zh-Hans" }],
    ["&lang=zh-HK", { ...DEFAULTS, lang: "zh-Hant" }],
    ["&lang=tlh", DEFAULTS],
    ["&lang=__proto__", DEFAULTS],
    ['&lang=ko"onload=', DEFAULTS],
    ["&theme=light", { ...DEFAULTS, theme: "light" }],
    ['&theme="><script>', DEFAULTS],
    ["&accent=%23FFAA00", { ...DEFAULTS, accent: "#ffaa00" }],
    ["&accent=fa0", { ...DEFAULTS, accent: "#ffaa00" }],
    ["&accent=url(//evil.example)", DEFAULTS],
    ['&accent=fff"><script>', DEFAULTS],
    ["&muted=0", LOUD],
    ["&muted=loud", DEFAULTS],
    ["&speed=2&Theme=light", DEFAULTS],
    [
      "&lang=ko&theme=light&accent=0af&muted=0",
      { ...LOUD, lang: "ko", theme: "light", accent: "#00aaff" },
    ],
  ])('the embed page applies only the valid options in "%s"', async (query, attributes) => {
    expect(attributesOf(await pageOf(query))).toEqual(attributes);
  });
});

test("the snapshot cannot end its script element", async () => {
  const vile = "</script><script>alert(1)</script><!--";
  const outcome = baccarat.deal(randomFromKey(new Uint8Array(32)));
  const entry: HistoryEntry = { round: 1, daily_round: 1, date: vile, ...outcome };
  const { html } = await firstPaint(
    baccarat,
    {
      schedule: {
        slug: "baccarat",
        now: 0,
        genesis: 0,
        intervalMs: 30_000,
        timeZone: vile,
        entropy: "seed",
        closesMs: baccarat.closesMs,
        phases: [...baccarat.phases],
        next: null,
      },
      state: { round: 2, daily_round: 2, date: vile, phase: "betting", remainMs: 1 },
      closed: null,
      results: [entry],
    },
    { lang: "en", theme: "dark", accent: null, muted: true },
  );
  expect(html).not.toContain("<script>");
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script/g)).toHaveLength(1);
  expect(snapshotOf(html).results).toEqual([entry]);
});
