import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { games as settled } from "../../src/kit/settle.ts";
import { GENESIS_MS, lastFinishedRound, roundStartMs } from "../../src/round/phases.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import { coup, dragonTigerRound, race } from "../kit/settle/rounds.ts";
import { expected } from "../kit/settle/rules.ts";
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
  /** Of this round, the cards say one thing and the result another. */
  damaged: number | null = null;
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
      const entry = entryOf(slug, first + index);
      return first + index === this.damaged ? { ...entry, result: "tiger" } : entry;
    });
  }
}

const intervalOf = (slug: string) => INTERVAL_MS[slug] ?? 30_000;
const closesAtMs = (slug: string, round: number) =>
  GENESIS_MS + (round - 1) * intervalOf(slug) + CLOSES_MS;
const TIE = { dragontiger: dragonTigerRound("9S 9H"), baccarat: coup("6H 4C JS 2D 2C 3C") };
const WON = { dragontiger: dragonTigerRound("KH 2S"), baccarat: coup("9H QC KS 7D 2C 3C") };

function entryOf(slug: string, round: number): object {
  if (slug === "dragontiger" || slug === "baccarat") {
    return { ...(round % 3 === 0 ? TIE : WON)[slug], round };
  }
  return { ...race(round % 2 === 0 ? "132456" : "312456"), round };
}

interface Row {
  slug: string;
  round: number;
  market: string;
  outcome: string | null;
  returned: number | null;
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
    "INSERT INTO bet (slug, round, market, teams, stake, taken_ms, paytable) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  // The columns are those selected.
  const bets = () =>
    db
      .prepare("SELECT slug, round, market, outcome, returned FROM bet ORDER BY id")
      .all() as unknown as Row[];
  return {
    db,
    payOut,
    /** A bet of 100, taken just before the bets of its round close, unless told otherwise. */
    bet: (
      slug: string,
      round: number,
      market: string,
      {
        stake = 100,
        takenMs = closesAtMs(slug, round) - 1,
        teams = [] as string[],
        paytable = {},
      } = {},
    ) =>
      insert.run(
        slug,
        round,
        market,
        JSON.stringify(teams),
        stake,
        takenMs,
        JSON.stringify(paytable),
      ),
    bets,
    returned: () => bets().map((bet) => bet.returned),
  };
}

describe("payout.mjs", () => {
  test("settles a finished round, and nothing before it is over", async () => {
    const history = await new History(9).listen();
    const site = await bettingSite(history);
    site.bet("dragontiger", 10, "dragon");
    site.bet("dragontiger", 10, "tiger");
    site.bet("bigsixball", 10, "winner", { teams: ["rovers"] });
    site.bet("bigsixball", 10, "exacta", { teams: ["rovers", "united"] });
    expect((await site.payOut()).code).toBe(0);
    expect(site.returned()).toEqual([null, null, null, null]);

    history.last = 10;
    const { code, output } = await site.payOut();
    expect(code).toBe(0);
    expect(output).toContain("dragontiger 10: 2 settled");
    expect(output).toContain("bigsixball 10: 2 settled");
    expect(site.returned()).toEqual([200, 0, 570, 0]);
    expect(site.bets().map(({ outcome }) => outcome)).toEqual(["won", "lost", "won", "lost"]);
  });

  // Once paid round by round: each waited for the disk, and a slow one outlasted the connection.
  test("misses no round of a long downtime", async () => {
    const history = await new History(2600).listen();
    const site = await bettingSite(history);
    for (let round = 1100; round <= 2600; round += 1) {
      site.bet("dragontiger", round, "tie");
    }
    const { code } = await site.payOut();
    expect(code).toBe(0);
    for (const { round, returned } of site.bets()) {
      expect(returned, `round ${round}`).toBe(round % 3 === 0 ? 900 : 0);
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
    expect(site.bets().filter(({ returned }) => returned === null)).toHaveLength(200);

    history.failsFrom = Number.POSITIVE_INFINITY;
    const [one, other] = await Promise.all([site.payOut(), site.payOut()]);
    expect([one.code, other.code]).toEqual([0, 0]);
    // Each round is reported once, by one of the two.
    const paid = `${broken.output}${one.output}${other.output}`.match(/baccarat \d+:/g) ?? [];
    expect(paid).toHaveLength(1200);
    expect(new Set(paid).size).toBe(1200);
    expect(
      site.bets().every(({ round, returned }) => returned === (round % 3 === 0 ? 100 : 200)),
    ).toBe(true);

    const again = await site.payOut();
    expect(again.output).toBe("");
  });

  test("settles a bet on every market of every game by what the service itself says", async () => {
    const service = await startListening();
    service.clock.nowMs += 3_600_000;
    const site = await bettingSite({ address: service.url });
    const last: Record<string, number> = {};
    const markets = settled.flatMap(({ slug, markets: ids, teams }) =>
      ids.map(({ id, teams: count }) => ({ slug, id, teams: teams.slice(0, count) })),
    );
    for (const { slug, id, teams } of markets) {
      const game = games.find((each) => each.slug === slug) as Game;
      const round = lastFinishedRound(service.clock.nowMs, game);
      last[slug] = round;
      const closedMs = roundStartMs(round, game.intervalMs) + game.closesMs;
      site.bet(slug, round, id, { teams, takenMs: closedMs - 1 });
      site.bet(slug, round, id, { teams, takenMs: closedMs });
    }
    expect(await site.payOut()).toMatchObject({ code: 0 });
    const bets = site.bets();
    for (const { slug, id, teams } of markets) {
      const [entry] = (await service.read(
        `/embed/${slug}/api/results?round=${last[slug]}`,
      )) as HistoryEntry[];
      const [inTime, late] = bets.filter((bet) => bet.slug === slug && bet.market === id);
      expect(inTime, `${id}`).toMatchObject(
        expected({ game: slug, market: id, teams, stake: 100 }, entry, ""),
      );
      expect(late, `${id}`).toMatchObject({ outcome: "void", returned: 100 });
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
    for (const market of ["player", "banker", "tie"]) {
      site.bet("baccarat", 3, market);
    }
    for (const market of ["dragon", "tiger", "tie"]) {
      site.bet("dragontiger", 3, market);
    }
    site.bet("dragontiger", 3, "tiger", { stake: 7 });
    expect((await site.payOut()).code).toBe(0);
    expect(site.returned()).toEqual([100, 100, 900, 50, 50, 900, 3]);
  });

  test("pays by the paytable that the bet was sold with", async () => {
    const site = await bettingSite(await new History(3).listen());
    const paytable = { dragontiger: { tie: { won: [11, 1] }, dragon: { tie: "push" } } };
    site.bet("dragontiger", 3, "tie", { paytable });
    site.bet("dragontiger", 3, "dragon", { paytable });
    site.bet("dragontiger", 3, "tie");
    await site.payOut();
    expect(site.returned()).toEqual([1200, 100, 900]);
  });

  // Whoever bets when the result is known always wins.
  test("returns the stake of a bet that was taken when the bets of its round had closed", async () => {
    const site = await bettingSite(await new History(2_882).listen());
    for (const slug of ["dragontiger", "bigsixball"]) {
      // Rounds of the first UTC day and of the second.
      for (const round of [2, 2_882]) {
        const market = slug === "bigsixball" ? "odd" : "dragon";
        const closedMs = closesAtMs(slug, round);
        for (const takenMs of [closedMs - 1, closedMs, closedMs + DAY_MS]) {
          site.bet(slug, round, market, { takenMs });
        }
      }
    }
    expect((await site.payOut()).code).toBe(0);
    const [dragon, odd] = [
      [200, 100, 100],
      [190, 100, 100],
    ];
    expect(site.returned()).toEqual([dragon, dragon, odd, odd].flat());
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
    site.bet("dragontiger", 1, "dragon", { teams: ["rovers"] });
    site.bet("dragontiger", 1, "dragon", { paytable: { dragontiger: { dragon: { won: 2 } } } });
    site.bet("dragontiger", 1, "dragon", { takenMs: 0 });
    site.bet("dragontiger", 1, "dragon");
    site.db.exec("UPDATE bet SET teams = 'rovers' WHERE id = 8");
    site.bet("dragon-tiger", 1, "dragon");
    site.bet("dragontiger", 0, "dragon");
    site.bet("dragontiger", 1, "dragon");
    const unpublished = await site.payOut();
    expect(unpublished.output).toContain("The day of its round was never published");
    history.unpublished = [];
    const { code, output } = await site.payOut();
    expect(code).toBe(1);
    expect(site.returned()).toEqual([...Array.from({ length: 10 }, () => null), 200]);
    for (let id = 1; id <= 10; id += 1) {
      expect(output).toContain(`Bet ${id} stays open: `);
    }
    expect(output).toContain('dragontiger has no market "dargon"');
  });

  test("pays nobody by a page in which a round contradicts itself", async () => {
    const history = await new History(2).listen();
    const site = await bettingSite(history);
    site.bet("dragontiger", 1, "dragon");
    site.bet("dragontiger", 2, "tiger");
    history.damaged = 2;
    const { code, output } = await site.payOut();
    expect(code).toBe(1);
    expect(output).toContain("dragontiger: The entry cannot be right");
    expect(site.returned()).toEqual([null, null]);
    history.damaged = null;
    await site.payOut();
    expect(site.returned()).toEqual([200, 0]);
  });

  test("goes on with the other games where one does not answer", async () => {
    const history = await new History(1).listen();
    const site = await bettingSite(history);
    site.bet("dragontiger", 1, "dragon");
    site.bet("baccarat", 1, "player");
    history.failsFrom = 1;
    expect((await site.payOut()).code).toBe(1);
    history.failsFrom = Number.POSITIVE_INFINITY;
    expect(site.returned()).toEqual([200, null]);
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
