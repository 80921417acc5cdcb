import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../support/temp-store.ts";
import { runToEnd } from "./program.ts";
import type { Ended } from "./program.ts";

/** A service whose games have all finished `last` rounds; every third Dragon Tiger round is a tie. */
class History {
  last: number;
  /** The addresses asked for. */
  readonly asked: string[] = [];
  /** Answers from this one on, counted from 0, are 500. */
  failsFrom = Number.POSITIVE_INFINITY;
  address = "";

  constructor(last: number) {
    this.last = last;
  }

  async listen(): Promise<this> {
    const server = createServer((request, response) => {
      this.asked.push(request.url ?? "");
      if (this.asked.length > this.failsFrom) {
        response.statusCode = 500;
        response.end("{}");
      } else {
        response.end(JSON.stringify(this.#page(new URL(request.url ?? "", "http://service"))));
      }
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    this.address = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    return this;
  }

  #page({ pathname, searchParams }: URL): unknown[] {
    const newest = Math.min(this.last, Number(searchParams.get("before") ?? this.last + 1) - 1);
    const count = Math.min(Number(searchParams.get("limit")), 500, newest);
    const isRace = pathname === "/embed/bigsixball/api/results";
    return Array.from({ length: count }, (_, index) => {
      const round = newest - index;
      return { round, ...(isRace ? { result_map: ranks(round) } : { result: winner(round) }) };
    });
  }
}

const winner = (round: number) => (round % 3 === 0 ? "tie" : "dragon");
const ranks = (round: number) =>
  round % 2 === 0 ? { rovers: 1, city: 2 } : { rovers: 2, city: 1 };

interface Bet {
  slug: string;
  round: number;
  side: string;
  payout: number | null;
}

async function bettingSite(history: History) {
  const file = join(await tempFolder(), "bets.sqlite");
  const env = { TABLESIDE_URL: history.address, BETS_DB: file };
  const payOut = (): Promise<Ended> => runToEnd([process.execPath, "payout.mjs"], env);
  await payOut(); // Makes the table.
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  // Over a thousand bets are made here: wait for no disk, whatever else the machine does.
  db.exec("PRAGMA synchronous = OFF");
  const insert = db.prepare(
    "INSERT INTO bet (slug, round, side, stake, odds) VALUES (?, ?, ?, 100, ?)",
  );
  return {
    payOut,
    bet: (slug: string, round: number, side: string, odds = 2) =>
      insert.run(slug, round, side, odds),
    // The columns are those selected.
    bets: () =>
      db.prepare("SELECT slug, round, side, payout FROM bet ORDER BY id").all() as unknown as Bet[],
  };
}

describe("payout.mjs", () => {
  test("pays the winners of a finished round, and nobody before it is over", async () => {
    const history = await new History(9).listen();
    const site = await bettingSite(history);
    site.bet("dragontiger", 10, "dragon", 1.95);
    site.bet("dragontiger", 10, "tiger");
    site.bet("bigsixball", 10, "rovers", 5.5);
    site.bet("bigsixball", 10, "city", 5.5);
    expect((await site.payOut()).code).toBe(0);
    expect(site.bets().map(({ payout }) => payout)).toEqual([null, null, null, null]);

    history.last = 10;
    const { code, output } = await site.payOut();
    expect(code).toBe(0);
    expect(output).toContain("dragontiger 10: dragon, 2 paid");
    expect(output).toContain("bigsixball 10: rovers, 2 paid");
    expect(site.bets().map(({ payout }) => payout)).toEqual([195, 0, 550, 0]);
  });

  // Once paid round by round: each waited for the disk, and a slow one outlasted the connection.
  test("misses no round of a long downtime", async () => {
    const history = await new History(2600).listen();
    const site = await bettingSite(history);
    for (let round = 1100; round <= 2600; round += 1) {
      site.bet("dragontiger", round, "tie", 9);
    }
    const { code } = await site.payOut();
    expect(code).toBe(0);
    for (const { round, payout } of site.bets()) {
      expect(payout, `round ${round}`).toBe(round % 3 === 0 ? 900 : 0);
    }
    // From 2600 down to 1100 in pages of 500: four, the last of which holds the oldest open bet.
    expect(history.asked).toEqual([
      "/embed/dragontiger/api/results?limit=500",
      "/embed/dragontiger/api/results?limit=500&before=2101",
      "/embed/dragontiger/api/results?limit=500&before=1601",
      "/embed/dragontiger/api/results?limit=500&before=1101",
    ]);
  });

  test("goes on where it broke off, and pays nobody twice", async () => {
    const history = await new History(1200).listen();
    const site = await bettingSite(history);
    for (let round = 1; round <= 1200; round += 1) {
      site.bet("baccarat", round, "dragon");
    }
    history.failsFrom = 2;
    const broken = await site.payOut();
    expect(broken.code).not.toBe(0);
    expect(broken.output).toContain("The results of baccarat answered 500.");
    expect(site.bets().filter(({ payout }) => payout === null)).toHaveLength(200);

    history.failsFrom = Number.POSITIVE_INFINITY;
    const [one, other] = await Promise.all([site.payOut(), site.payOut()]);
    expect([one.code, other.code]).toEqual([0, 0]);
    // Each round is told once, by one of the two.
    const paid = `${broken.output}${one.output}${other.output}`.match(/baccarat \d+:/g) ?? [];
    expect(paid).toHaveLength(1200);
    expect(new Set(paid).size).toBe(1200);
    expect(site.bets().every(({ round, payout }) => payout === (round % 3 === 0 ? 0 : 200))).toBe(
      true,
    );

    const again = await site.payOut();
    expect(again.output).not.toContain("paid");
  });

  test("asks for nothing when no bet is open", async () => {
    const history = await new History(50).listen();
    const site = await bettingSite(history);
    expect((await site.payOut()).code).toBe(0);
    expect(history.asked).toEqual([]);
  });

  test.each([
    ["its settings", {}],
    ["a database", { TABLESIDE_URL: "https://games.example.com" }],
    [
      "an address that has no path",
      { TABLESIDE_URL: "https://games.example.com/tables", BETS_DB: "bets.sqlite" },
    ],
  ])("does not start without %s", async (_name, env) => {
    const { code, output } = await runToEnd([process.execPath, "payout.mjs"], env);
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/Set TABLESIDE_URL, an address without a path, and BETS_DB\.$/);
  });
});
