import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { GENESIS_MS, lastFinishedRound, roundStartMs } from "../../src/round/phases.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import { startListening } from "../support/listening-service.ts";
import { tempFolder } from "../support/temp-store.ts";
import { runToEnd } from "./program.ts";
import type { Ended } from "./program.ts";

const DAY_MS = 86_400_000;
const INTERVAL_MS: Readonly<Record<string, number>> = { bigsixball: 60_000 };
const CLOSES_MS = 15_000;

/**
 * A service whose games have all finished `last` rounds, from 2026-01-01 on. Every third round of the card
 * games is a tie, the others are won by Dragon or Player.
 */
class History {
  last: number;
  /** The addresses asked for, but for those of the clock. */
  readonly asked: string[] = [];
  /** Answers about results from this one on, counted from 0, are 500. */
  failsFrom = Number.POSITIVE_INFINITY;
  /** Days of which nothing was published. */
  unpublished: readonly string[] = [];
  address = "";

  constructor(last: number) {
    this.last = last;
  }

  async listen(): Promise<this> {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
      const [, first, second = "", , name] = pathname.split("/");
      if (first === "fairness") {
        const date = pathname.split("/").at(-1)?.replace(".json", "") ?? "";
        response.statusCode = this.unpublished.includes(date) ? 404 : 200;
        response.end(JSON.stringify({ date, closesMs: CLOSES_MS }));
      } else if (name === "schedule") {
        response.end(JSON.stringify({ genesis: GENESIS_MS, intervalMs: intervalOf(second) }));
      } else {
        this.asked.push(request.url ?? "");
        response.statusCode = this.asked.length > this.failsFrom ? 500 : 200;
        response.end(JSON.stringify(this.#page(second, searchParams)));
      }
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    this.address = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    return this;
  }

  #page(slug: string, query: URLSearchParams): unknown[] {
    const first = Number(query.get("after")) + 1;
    const count = Math.max(0, Math.min(Number(query.get("limit")), 500, this.last - first + 1));
    return Array.from({ length: count }, (_, index) => {
      const round = first + index;
      const outcome =
        slug === "bigsixball" ? { result_map: ranks(round) } : { result: winner(slug, round) };
      return { round, ...outcome };
    });
  }
}

const intervalOf = (slug: string) => INTERVAL_MS[slug] ?? 30_000;
const closesAtMs = (slug: string, round: number) =>
  GENESIS_MS + (round - 1) * intervalOf(slug) + CLOSES_MS;
const winner = (slug: string, round: number) =>
  round % 3 === 0 ? "tie" : slug === "baccarat" ? "player" : "dragon";
const ranks = (round: number) =>
  round % 2 === 0 ? { rovers: 1, city: 2 } : { rovers: 2, city: 1 };

interface Bet {
  slug: string;
  round: number;
  side: string;
  payout: number | null;
}

async function bettingSite(history: Pick<History, "address">) {
  const file = join(await tempFolder(), "bets.sqlite");
  const env = { TABLESIDE_URL: history.address, BETS_DB: file };
  const payOut = (): Promise<Ended> => runToEnd([process.execPath, "payout.mjs"], env);
  await payOut(); // Makes the table.
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  // Over a thousand bets are made here: wait for no disk, whatever else the machine does.
  db.exec("PRAGMA synchronous = OFF");
  const insert = db.prepare(
    "INSERT INTO bet (slug, round, side, stake, odds, taken_ms) VALUES (?, ?, ?, ?, ?, ?)",
  );
  return {
    db,
    payOut,
    /** A bet of 100 at even money, taken just before the bets of its round close, unless told otherwise. */
    bet: (
      slug: string,
      round: number,
      side: string,
      { stake = 100, odds = 2, takenMs = closesAtMs(slug, round) - 1 } = {},
    ) => insert.run(slug, round, side, stake, odds, takenMs),
    // The columns are those selected.
    bets: () =>
      db.prepare("SELECT slug, round, side, payout FROM bet ORDER BY id").all() as unknown as Bet[],
  };
}

describe("payout.mjs", () => {
  test("pays the winners of a finished round, and nobody before it is over", async () => {
    const history = await new History(9).listen();
    const site = await bettingSite(history);
    site.bet("dragontiger", 10, "dragon", { odds: 1.95 });
    site.bet("dragontiger", 10, "tiger");
    site.bet("bigsixball", 10, "rovers", { odds: 5.5 });
    site.bet("bigsixball", 10, "city", { odds: 5.5 });
    expect((await site.payOut()).code).toBe(0);
    expect(site.bets().map(({ payout }) => payout)).toEqual([null, null, null, null]);

    history.last = 10;
    const { code, output } = await site.payOut();
    expect(code).toBe(0);
    expect(output).toContain("dragontiger 10: dragon, 2 settled");
    expect(output).toContain("bigsixball 10: rovers, 2 settled");
    expect(site.bets().map(({ payout }) => payout)).toEqual([195, 0, 550, 0]);
  });

  // Once paid round by round: each waited for the disk, and a slow one outlasted the connection.
  test("misses no round of a long downtime", async () => {
    const history = await new History(2600).listen();
    const site = await bettingSite(history);
    for (let round = 1100; round <= 2600; round += 1) {
      site.bet("dragontiger", round, "tie", { odds: 9 });
    }
    const { code } = await site.payOut();
    expect(code).toBe(0);
    for (const { round, payout } of site.bets()) {
      expect(payout, `round ${round}`).toBe(round % 3 === 0 ? 900 : 0);
    }
    // From 1100 up to 2600 in pages of 500.
    expect(history.asked).toEqual([
      "/embed/dragontiger/api/results?after=1099&limit=500",
      "/embed/dragontiger/api/results?after=1599&limit=500",
      "/embed/dragontiger/api/results?after=2099&limit=500",
      "/embed/dragontiger/api/results?after=2599&limit=500",
    ]);
  });

  test("goes on where it broke off, and pays nobody twice", async () => {
    const history = await new History(1200).listen();
    const site = await bettingSite(history);
    for (let round = 1; round <= 1200; round += 1) {
      site.bet("baccarat", round, "player");
    }
    history.failsFrom = 2;
    const broken = await site.payOut();
    expect(broken.code).not.toBe(0);
    expect(broken.output).toContain(
      "baccarat: /embed/baccarat/api/results?after=1000&limit=500 answered 500.",
    );
    expect(site.bets().filter(({ payout }) => payout === null)).toHaveLength(200);

    history.failsFrom = Number.POSITIVE_INFINITY;
    const [one, other] = await Promise.all([site.payOut(), site.payOut()]);
    expect([one.code, other.code]).toEqual([0, 0]);
    // Each round is reported once, by one of the two.
    const paid = `${broken.output}${one.output}${other.output}`.match(/baccarat \d+:/g) ?? [];
    expect(paid).toHaveLength(1200);
    expect(new Set(paid).size).toBe(1200);
    expect(site.bets().every(({ round, payout }) => payout === (round % 3 === 0 ? 100 : 200))).toBe(
      true,
    );

    const again = await site.payOut();
    expect(again.output).toBe("");
  });

  test("settles a bet on every side of every game by what the service itself says", async () => {
    const service = await startListening();
    service.clock.nowMs += 3_600_000;
    const site = await bettingSite({ address: service.url });
    const sides = games.flatMap(({ slug, board }) =>
      board.sides.map(({ id }) => [slug, id] as const),
    );
    for (const [slug, side] of sides) {
      const game = games.find((each) => each.slug === slug) as Game;
      const round = lastFinishedRound(service.clock.nowMs, game);
      const closedMs = roundStartMs(round, game.intervalMs) + game.closesMs;
      site.bet(slug, round, side, { odds: 3, takenMs: closedMs - 1 });
      site.bet(slug, round, side, { odds: 3, takenMs: closedMs });
    }
    expect(await site.payOut()).toMatchObject({ code: 0 });
    for (const { slug, board } of games) {
      const [entry] = (await service.read(`/embed/${slug}/api/results?limit=1`)) as [HistoryEntry];
      const won = board.winner(entry);
      const back = won !== "tie" ? 0 : slug === "baccarat" ? 100 : 50;
      expect(
        site
          .bets()
          .filter((bet) => bet.slug === slug)
          .map(({ payout }) => payout),
      ).toEqual(board.sides.flatMap(({ id }) => [id === won ? 300 : back, 100]));
    }
  });

  test("asks for nothing when no bet is open", async () => {
    const history = await new History(50).listen();
    const site = await bettingSite(history);
    expect((await site.payOut()).code).toBe(0);
    expect(history.asked).toEqual([]);
  });

  // Once a tie was a loss for everybody but those who had bet on it.
  test("returns stakes when Baccarat ties, half of them when Dragon Tiger does", async () => {
    const site = await bettingSite(await new History(3).listen());
    for (const side of ["player", "banker", "tie"]) {
      site.bet("baccarat", 3, side, { odds: 9 });
    }
    for (const side of ["dragon", "tiger", "tie"]) {
      site.bet("dragontiger", 3, side, { odds: 9 });
    }
    site.bet("dragontiger", 3, "tiger", { stake: 7 });
    expect((await site.payOut()).code).toBe(0);
    expect(site.bets().map(({ payout }) => payout)).toEqual([100, 100, 900, 50, 50, 900, 4]);
  });

  test("pays to the unit, however the odds are written", async () => {
    const site = await bettingSite(await new History(4).listen());
    // 50 * 1.15 is 57.49999999999999 to a computer.
    site.bet("dragontiger", 4, "dragon", { stake: 50, odds: 1.15 });
    site.bet("dragontiger", 4, "dragon", { stake: 1_000, odds: 1.9755 });
    await site.payOut();
    expect(site.bets().map(({ payout }) => payout)).toEqual([58, 1976]);
  });

  // Whoever bets when the result is known always wins.
  test("returns the stake of a bet that was taken when the bets of its round had closed", async () => {
    const site = await bettingSite(await new History(2_882).listen());
    for (const slug of ["dragontiger", "bigsixball"]) {
      // Rounds of the first UTC day and of the second.
      for (const round of [2, 2_882]) {
        const side = slug === "bigsixball" ? "rovers" : "dragon";
        const closedMs = closesAtMs(slug, round);
        for (const takenMs of [closedMs - 1, closedMs, closedMs + DAY_MS]) {
          site.bet(slug, round, side, { odds: 5, takenMs });
        }
      }
    }
    expect((await site.payOut()).code).toBe(0);
    const each = [500, 100, 100];
    expect(site.bets().map(({ payout }) => payout)).toEqual([...each, ...each, ...each, ...each]);
  });

  // A misspelt side was once settled as lost, and a stake below 0 would take money from an account.
  test("leaves open what it cannot settle, says why, and settles all others", async () => {
    const history = await new History(4).listen();
    history.unpublished = ["2026-01-01"];
    const site = await bettingSite(history);
    expect(() => site.bet("dragontiger", 1, "dragon", { stake: -100 })).toThrow("constraint");
    expect(() => site.bet("dragontiger", 1, "dragon", { stake: 0 })).toThrow("constraint");
    // As a table that somebody else made.
    site.db.exec("PRAGMA ignore_check_constraints = ON");
    site.bet("dragontiger", 1, "dargon");
    site.bet("dragontiger", 1, "player");
    site.bet("dragontiger", 1, "dragon", { stake: -100 });
    site.bet("dragontiger", 1, "dragon", { stake: 0.5 });
    site.db.exec("UPDATE bet SET stake = 9223372036854775807 WHERE id = 2");
    site.bet("dragontiger", 1, "dragon", { odds: 0.95 });
    site.bet("dragontiger", 1, "dragon", { odds: 1e15 });
    site.bet("dragontiger", 1, "dragon", { takenMs: 0 });
    site.bet("dragon-tiger", 1, "dragon");
    site.bet("dragontiger", 0, "dragon");
    site.bet("dragontiger", 1, "dragon");
    const unpublished = await site.payOut();
    expect(unpublished.output).toContain("the day of its round was never published");
    history.unpublished = [];
    const { code, output } = await site.payOut();
    expect(code).toBe(1);
    const payouts = site.bets().map(({ payout }) => payout);
    expect(payouts).toEqual([...Array.from({ length: 9 }, () => null), 200]);
    for (let id = 1; id <= 9; id += 1) {
      expect(output).toContain(`Bet ${id} stays open: `);
    }
    expect(output).toContain('dragontiger has no side "dargon"');
  });

  test("goes on with the other games where one does not answer", async () => {
    const history = await new History(1).listen();
    const site = await bettingSite(history);
    site.bet("dragontiger", 1, "dragon");
    site.bet("baccarat", 1, "player");
    history.failsFrom = 1;
    expect((await site.payOut()).code).toBe(1);
    history.failsFrom = Number.POSITIVE_INFINITY;
    expect(site.bets().map(({ payout }) => payout)).toEqual([200, null]);
  });

  test.each([
    ["its settings", {}],
    ["a database", { TABLESIDE_URL: "https://games.example.com" }],
    [
      "an address that has no path",
      { TABLESIDE_URL: "https://games.example.com/tables", BETS_DB: "bets.sqlite" },
    ],
    [
      "a way that nobody can change an answer on",
      { TABLESIDE_URL: "http://games.example.com", BETS_DB: "bets.sqlite" },
    ],
    [
      "a host that is this machine and not only begins so",
      { TABLESIDE_URL: "http://localhost.example.com", BETS_DB: "bets.sqlite" },
    ],
  ])("does not start without %s", async (_name, env) => {
    const { code, output } = await runToEnd([process.execPath, "payout.mjs"], env);
    expect(code).toBe(1);
    expect(output.trim()).toMatch(
      /Set TABLESIDE_URL, an https address without a path, and BETS_DB\.$/,
    );
  });
});
