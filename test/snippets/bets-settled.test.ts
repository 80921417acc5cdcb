import { expect, test } from "vitest";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { games as settled } from "../../src/kit/settle.ts";
import { lastFinishedRound, roundStartMs } from "../../src/round/phases.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import { expected } from "../kit/settle/rules.ts";
import { startListening } from "../support/listening-service.ts";
import { openSite } from "./betting-site.ts";
import { alteredService } from "./operator/altered-service.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const gameOf = (slug: string) => games.find((game) => game.slug === slug) as Game;
const lastOf = (slug: string) => lastFinishedRound(NOON_MS, gameOf(slug));

/** A site on a service at noon, whose table is there and whose open bets the test stores itself. */
async function siteWithBets(url: string) {
  const site = await openSite(url);
  await site.settle();
  return {
    ...site,
    /** A debited bet of 100, taken just before the close unless told otherwise. */
    bet(
      game: string,
      round: number,
      market: string,
      { teams = [] as string[], lateMs = -1, stake = 100, paytable = "{}" } = {},
    ) {
      const { intervalMs, closesMs } = gameOf(game);
      const closesAtMs = roundStartMs(round, intervalMs) + closesMs;
      site.query(
        `INSERT INTO bet (player, clientId, game, round, market, teams, stake, placedAtMs,
          closesAtMs, paytable, state)
          VALUES ('ann', hex(randomblob(8)), ?, ?, ?, ?, ?, ?, ?, ?, 'open') RETURNING id`,
        game,
        round,
        market,
        JSON.stringify(teams),
        stake,
        closesAtMs + lateMs,
        closesAtMs,
        paytable,
      );
    },
    bets: () => site.query("SELECT game, market, outcome, returned FROM bet ORDER BY id"),
  };
}

test("a bet on every market of every game is settled by what the service says", async () => {
  const service = await startListening({ nowMs: NOON_MS });
  const site = await siteWithBets(service.url);
  const markets = settled.flatMap(({ slug, markets: ids, teams }) =>
    ids.map(({ id, teams: count }) => ({ slug, id, teams: teams.slice(0, count) })),
  );
  for (const { slug, id, teams } of markets) {
    site.bet(slug, lastOf(slug), id, { teams });
    site.bet(slug, lastOf(slug), id, { teams, lateMs: 0 });
  }
  expect(await site.settle()).toEqual({ code: 0, output: "" });
  const bets = site.bets();
  for (const { slug, id, teams } of markets) {
    const address = `/embed/${slug}/api/results?round=${lastOf(slug)}`;
    const [entry] = (await service.read(address)) as HistoryEntry[];
    const [inTime, late] = bets.filter((bet) => bet["game"] === slug && bet["market"] === id);
    expect(inTime).toMatchObject(
      expected({ game: slug, market: id, teams, stake: 100 }, entry as HistoryEntry, ""),
    );
    expect(late).toMatchObject({ market: id, outcome: "void", returned: 100 });
  }
});

test("no round of a long downtime is missed", async () => {
  const { url } = await startListening({ nowMs: NOON_MS });
  const site = await siteWithBets(url);
  const last = lastOf("baccarat");
  // More than two pages of 500 lie between the first and the last; the round after it is not over.
  for (const round of [last - 1_200, last - 1_199, last - 700, last - 1, last, last + 1]) {
    site.bet("baccarat", round, "banker");
  }
  expect(await site.settle()).toEqual({ code: 0, output: "" });
  expect(site.states().at(-1)).toBe("open");
  expect(site.states().slice(0, -1)).not.toContain("open");
});

test("a bet that cannot be settled is stuck, which is reported once, and all others are settled", async () => {
  const { url } = await startListening({ nowMs: NOON_MS });
  const site = await siteWithBets(url);
  const round = lastOf("dragontiger");
  site.bet("dragontiger", round, "dargon");
  site.bet("dragontiger", round, "dragon", { stake: -100 });
  site.bet("dragontiger", round, "dragon", { teams: ["rovers"] });
  site.bet("dragontiger", round, "dragon", {
    paytable: '{"dragontiger":{"dragon":{"won":2}}}',
  });
  site.bet("dragontiger", round, "dragon", { paytable: "{" });
  site.bet("dragontiger", round, "dragon");
  const { output } = await site.settle();
  expect(output).toContain('Bet 1 is stuck: dragontiger has no market "dargon"');
  expect(site.states().slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "stuck"));
  expect(["owed", "done"]).toContain(site.states()[5]);
  expect(await site.settle()).toEqual({ code: 0, output: "" });
});

test.each([
  [
    "contradicts itself",
    { dragon: { suit: "C", value: "2" }, tiger: { suit: "C", value: "2" }, result: "dragon" },
  ],
  ["is not over", { dragon: null }],
])(
  "nobody is paid by a page with a round that %s, and other games go on",
  async (_fault, change) => {
    const service = await startListening({ nowMs: NOON_MS });
    const round = lastOf("dragontiger");
    const address = await alteredService(service.url, (entry) =>
      "dragon" in entry && entry.round === round
        ? ({ ...entry, ...change } as HistoryEntry)
        : entry,
    );
    const site = await siteWithBets(address);
    site.bet("dragontiger", round - 1, "dragon");
    site.bet("dragontiger", round, "dragon");
    site.bet("baccarat", lastOf("baccarat"), "banker");
    const { output } = await site.settle();
    expect(output).toContain("dragontiger: ");
    expect(site.states().slice(0, 2)).toEqual(["open", "open"]);
    expect(site.states()[2]).not.toBe("open");
  },
);

test("bets are settled by the paytable that they were sold with", async () => {
  const service = await startListening({ nowMs: NOON_MS });
  const site = await siteWithBets(service.url);
  const results = (await service.read("/embed/baccarat/api/results?limit=100")) as {
    round: number;
    result: string;
  }[];
  const tie = results.find(({ result }) => result === "tie")?.round ?? 0;
  site.bet("baccarat", tie, "tie", { paytable: '{"baccarat":{"tie":{"won":[9,1]}}}' });
  site.bet("baccarat", tie, "tie");
  await site.settle();
  expect(site.bets().map(({ returned }) => returned)).toEqual([1_000, 900]);
});

test("stakes of a round go back by one command, only while the service has no result of it", async () => {
  const service = await startListening({ nowMs: NOON_MS });
  const round = lastOf("baccarat") - 40;
  let isMissing = true;
  const address = await alteredService(service.url, (entry) =>
    isMissing && entry.round === round ? null : entry,
  );
  const site = await siteWithBets(address);
  site.bet("baccarat", round, "tie", { stake: 700 });
  site.bet("baccarat", round, "banker");
  site.bet("baccarat", lastOf("baccarat") + 1, "banker");
  await site.settle();
  const open = Array(3).fill("open");
  expect(site.states()).toEqual(open);
  const late = `baccarat ${round}: 2 bets open, no result\n`;
  expect(await site.void([])).toEqual({ code: 0, output: late });

  const wanted = ["baccarat", String(round)];
  const gone = await site.void(wanted, { TABLESIDE_URL: "http://127.0.0.1:9" });
  expect(gone.code).not.toBe(0);
  const nothing = { code: 0, output: "" };
  expect(await site.void(["dragontiger", String(round)])).toEqual(nothing);
  expect(await site.void(["baccarat", String(lastOf("baccarat") + 1)])).toEqual(nothing);
  isMissing = false;
  expect(await site.void(wanted)).toEqual(nothing);
  expect(site.states()).toEqual(open);

  isMissing = true;
  const voided = `baccarat ${round}: 2 bets void\n`;
  expect(await site.void(wanted)).toEqual({ code: 0, output: voided });
  expect(await site.void(wanted)).toEqual(nothing);
  isMissing = false;
  await site.settle();
  expect(site.states()).toEqual(["owed", "owed", "open"]);
  expect(site.bets().slice(0, 2)).toMatchObject([
    { outcome: "void", returned: 700 },
    { outcome: "void", returned: 100 },
  ]);
});
