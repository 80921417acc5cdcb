import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readKeys } from "../../../src/fairness/read-untrusted.ts";
import type { BetRow } from "../../../src/snippets/operator/bets.ts";
import { transaction } from "../../../src/snippets/operator/database.ts";
import { proofs } from "../../../src/snippets/operator/proofs.ts";
import { reconcilePastDays } from "../../../src/snippets/operator/reconcile.ts";
import { Service } from "../../../src/snippets/operator/service.ts";
import type { HistoryEntry } from "../../../src/wire.ts";
import { expected } from "../../kit/settle/rules.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { runToEnd } from "../program.ts";
import { alteredService, exchanged } from "./altered-service.ts";
import { startOperator, wager } from "./operator.ts";
import type { Player, ShownBet } from "./operator.ts";

const DAY_MS = 86_400_000;
const GRANT = 100_000;
const MARKETS = ["player", "banker", "tie", "either-pair", "big", "small"];

type Operator = Awaited<ReturnType<typeof startOperator>>;

async function betOnAll(operator: Operator, player: Player): Promise<number> {
  const round = operator.round();
  for (const market of MARKETS) {
    expect((await player.post("/api/bets", wager(round, { market }))).status).toBe(201);
  }
  return round;
}

/** An operator, and a player who has bet on all markets of one round. */
async function startWithBets() {
  const operator = await startOperator();
  const player = await operator.player();
  const round = await betOnAll(operator, player);
  return { operator, player, round };
}

async function entryOf(operator: Operator, round: number): Promise<HistoryEntry> {
  const [entry] = (await operator.tableside.read(
    `/embed/baccarat/api/results?round=${round}`,
  )) as HistoryEntry[];
  return entry as HistoryEntry;
}

async function keysOf(operator: Operator): Promise<string[]> {
  return readKeys(await operator.tableside.read("/fairness/keys.json"));
}

function due(entry: HistoryEntry, bets: readonly ShownBet[]) {
  return bets.map(({ market, stake }) => expected({ game: "baccarat", market, stake }, entry, ""));
}

/** What became of a player's bets, each outcome once. */
async function outcomes(player: Player): Promise<(string | null)[]> {
  const { bets } = await player.overview();
  return [...new Set(bets.map(({ outcome }) => outcome))];
}

function playerIdOf({ db }: Operator): string {
  const { id } = db.prepare("SELECT id FROM player").get() as { id: string };
  return id;
}

describe("settling", () => {
  test("pays what the rules say, once, when the round is in the results and not before", async () => {
    const { operator, player, round } = await startWithBets();
    await operator.settle();
    expect((await player.overview()).bets.map(({ outcome }) => outcome)).toEqual(
      MARKETS.map(() => null),
    );
    operator.advance(30_000);
    await operator.settle();
    await operator.settle();
    const { balance, bets } = await player.overview();
    const settlements = due(await entryOf(operator, round), bets);
    expect(bets).toMatchObject(settlements);
    const returned = settlements.reduce((sum, each) => sum + each.returned, 0);
    expect(balance).toBe(GRANT - 1_000 * MARKETS.length + returned);
    expect(operator.ledger.balance("stakes")).toBe(0);
    expect(operator.faults()).toEqual([]);
    expect(await operator.reconcile("2026-07-01")).toEqual([]);
  });

  test("catches up after days of downtime", async () => {
    const operator = await startOperator();
    const player = await operator.player();
    const rounds: number[] = [];
    for (let hour = 0; hour < 5; hour += 1) {
      rounds.push(await betOnAll(operator, player));
      operator.advance(DAY_MS / 4);
    }
    operator.advance(3 * DAY_MS);
    await operator.settle();
    const { bets } = await player.overview();
    expect(new Set(bets.map(({ round }) => round)).size).toBe(rounds.length);
    for (const round of rounds) {
      const ofRound = bets.filter((bet) => bet.round === round);
      expect(ofRound).toMatchObject(due(await entryOf(operator, round), ofRound));
    }
    expect(await operator.reconcile("2026-07-01")).toEqual([]);
    expect(await operator.reconcile("2026-07-02")).toEqual([]);
  });

  test("pays by the paytable that the bet was sold on", async () => {
    const paytable = { baccarat: { big: { won: [9, 1] }, small: { won: [9, 1] } } };
    const operator = await startOperator({}, paytable);
    const player = await operator.player();
    await betOnAll(operator, player);
    operator.advance(30_000);
    await operator.settle();
    const { bets } = await player.overview();
    const won = bets.filter(({ market }) => ["big", "small"].includes(market));
    expect(won.map(({ returned }) => returned).toSorted()).toEqual([0, 10_000]);
  });

  test("two processes settle a bet once", async () => {
    const { operator } = await startWithBets();
    operator.advance(30_000);
    await Promise.all([operator.settle(), operator.settle(), operator.settle()]);
    expect(operator.reports).toEqual([]);
    expect(operator.faults()).toEqual([]);
  });

  describe("with the keys of the service", () => {
    test("pays a round that proves itself, and not by what others signed", async () => {
      const { operator, player } = await startWithBets();
      operator.advance(60_000);
      const { url } = operator.tableside;
      await operator.settle({ proofOf: proofs(url, ["0".repeat(64)]) });
      expect(await outcomes(player)).toEqual([null]);
      expect(operator.reports.join()).toContain("its result is not proven");
      operator.advance(60_001);
      await operator.settle({ proofOf: proofs(url, await keysOf(operator)) });
      expect(await outcomes(player)).not.toContain(null);
      expect(await operator.reconcile("2026-07-01")).toEqual([]);
    });

    test("pays by no entry that differs from the record", async () => {
      const { operator, player } = await startWithBets();
      operator.advance(60_000);
      const url = await alteredService(operator.tableside.url, exchanged);
      await operator.settle({
        service: new Service(url),
        proofOf: proofs(operator.tableside.url, []),
      });
      expect(await outcomes(player)).toEqual([null]);
      expect(operator.reports.join()).toContain("its result is not proven");
    });
  });
});

describe("a round that cannot be paid", () => {
  /** The service, but for what it says of results. */
  const saying = (operator: Operator, result: () => Promise<HistoryEntry | null>) =>
    Object.assign(Object.create(operator.deps.service) as Operator["deps"]["service"], {
      resultsAfter: () => Promise.resolve([]),
      clockMs: () => Promise.resolve(operator.tableside.clock.nowMs),
      result,
    });
  const nothing = () => Promise.resolve(null);

  test("is asked for again for a day, then void, and both is said once", async () => {
    const { operator, player, round } = await startWithBets();
    const service = saying(operator, nothing);
    operator.advance(660_000);
    await operator.settle({ service });
    await operator.settle({ service });
    operator.advance(DAY_MS - 1);
    await operator.settle({ service });
    expect(await outcomes(player)).toEqual([null]);
    operator.advance(60_001);
    await operator.settle({ service });
    expect(await outcomes(player)).toEqual(["void"]);
    expect((await player.overview()).balance).toBe(GRANT);
    expect(operator.reports).toEqual([
      `baccarat ${round}: it is not in the results. It is asked for again, and void in 24 hours.`,
      `baccarat ${round}: void, ${MARKETS.length} stakes returned.`,
    ]);
    expect(operator.faults()).toEqual([]);
  });

  test("is paid when it comes out in that time", async () => {
    const { operator, player, round } = await startWithBets();
    operator.advance(DAY_MS / 2);
    await operator.settle({ service: saying(operator, nothing) });
    operator.advance(DAY_MS);
    await operator.settle();
    const { bets } = await player.overview();
    expect(bets).toMatchObject(due(await entryOf(operator, round), bets));
    expect(await operator.reconcile("2026-07-01")).toEqual([]);
  });

  // However old it is when this comes back: the service may be coming back as well.
  test("is not void at once after days of downtime", async () => {
    const { operator, player } = await startWithBets();
    operator.advance(10 * DAY_MS);
    await operator.settle({ service: saying(operator, nothing) });
    expect(await outcomes(player)).toEqual([null]);
  });

  test("stays open while the service does not answer", async () => {
    const { operator, player } = await startWithBets();
    operator.advance(DAY_MS);
    await operator.settle({ service: saying(operator, nothing) });
    operator.advance(10 * DAY_MS);
    const silent = saying(operator, () => Promise.reject(new Error("no answer")));
    await operator.settle({ service: silent });
    expect(await outcomes(player)).toEqual([null]);
    expect(operator.reports.at(-1)).toBe("baccarat: no answer");
  });

  // Nor does it keep others waiting.
  test("may lie before all that the service still knows", async () => {
    const operator = await startOperator();
    const player = await operator.player();
    const times = { placedAtMs: 1, closesAtMs: 2 };
    transaction(operator.db, () =>
      operator.deps.bets.place(
        playerIdOf(operator),
        "from-before",
        { ...times, game: "baccarat", round: 99, market: "tie", stake: 500 },
        "{}",
      ),
    );
    const round = await betOnAll(operator, player);
    const known = ({ round: number }: HistoryEntry) => number >= round;
    const url = await alteredService(operator.tableside.url, (entry) =>
      known(entry) ? entry : null,
    );
    operator.advance(30_000);
    await operator.settle({ service: new Service(url) });
    operator.advance(DAY_MS + 60_000); // What a request takes may be added to the clock.
    await operator.settle({ service: new Service(url) });
    const [old, ...others] = (await player.overview()).bets.toReversed();
    expect(old).toMatchObject({ round: 99, outcome: "void", returned: 500 });
    expect(others.map((bet) => [bet.round, bet.outcome !== null])).toEqual(
      MARKETS.map(() => [round, true]),
    );
    expect(operator.reports).toHaveLength(2);
    expect(operator.faults()).toEqual([]);
  });

  test("may have a bet that nobody can settle: the others are paid", async () => {
    const { operator, player } = await startWithBets();
    operator.db.exec("UPDATE bet SET market = 'phoenix' WHERE id = 2");
    operator.advance(30_000);
    await operator.settle();
    expect((await player.overview()).bets.filter(({ outcome }) => outcome === null)).toHaveLength(
      1,
    );
    expect(operator.reports.join()).toContain("bet 2 cannot be settled: baccarat has no market");
    operator.advance(DAY_MS + 1_000);
    await operator.settle();
    expect((await player.overview()).bets.at(-2)).toMatchObject({ id: 2, outcome: "void" });
    expect(operator.faults()).toEqual([]);
  });
});

describe("reconciling", () => {
  test("finds whatever was changed by hand", async () => {
    const { operator } = await startWithBets();
    operator.advance(30_000);
    await operator.settle();
    expect(await operator.reconcile("2026-07-01")).toEqual([]);
    for (const [sql, words] of [
      ["UPDATE account SET balance = balance + 1 WHERE id LIKE 'player:%'", "balance"],
      ["UPDATE posting SET amount = amount + 1 WHERE transfer = 2", "sum to zero"],
      ["UPDATE bet SET returned = returned + 1 WHERE id = 1", "Bet 1 (baccarat"],
      ["UPDATE bet SET outcome = 'push' WHERE id = 2", "Bet 2 (baccarat"],
      ["UPDATE bet SET stake = stake + 1 WHERE id = 3", "stake was not taken once"],
      ["UPDATE bet SET outcome = NULL WHERE id = 4", "still open"],
    ] as const) {
      operator.db.exec(`BEGIN; ${sql}`);
      expect((await operator.reconcile("2026-07-01")).join(" "), `${sql}`).toContain(words);
      operator.db.exec("ROLLBACK");
    }
  });

  test("goes by the records, whatever the results said when they were paid by", async () => {
    const { operator } = await startWithBets();
    operator.advance(60_000);
    const url = await alteredService(operator.tableside.url, exchanged);
    await operator.settle({ service: new Service(url) });
    const [faults, atFirst] = [
      await operator.reconcile("2026-07-01"),
      await operator.reconcile("2026-07-01", proofs(url, [])),
    ];
    // Both know that the bets on Player and Banker were paid wrongly; while the results still differ from
    // the records, the rounds are not proven either.
    expect(faults).toHaveLength(2);
    expect(faults.join(" ")).toMatch(/Bet 1 .* was settled as .*: it is .*Bet 2 /);
    expect(atFirst).toEqual([expect.stringContaining("is not proven: results-other"), ...faults]);
  });

  test("finds a bet that was taken when its record says that bets had closed", async () => {
    const { operator } = await startWithBets();
    operator.advance(60_000);
    await operator.settle();
    operator.db.exec("UPDATE bet SET closes_ms = closes_ms + 1000 WHERE id = 1");
    expect((await operator.reconcile("2026-07-01")).join()).toContain("bets closed at");
  });

  test("takes a void bet as right only while there is no record of its result", async () => {
    const { operator } = await startWithBets();
    operator.advance(60_000);
    transaction(operator.db, () => {
      const [row] = operator.deps.bets.open("baccarat", operator.round() - 2);
      operator.deps.bets.close(row as BetRow, { outcome: "void", returned: 1_000 }, 1);
    });
    await operator.settle();
    expect(await operator.reconcile("2026-07-01", () => Promise.resolve(null))).not.toContainEqual(
      expect.stringContaining("Bet 1 "),
    );
    expect((await operator.reconcile("2026-07-01")).join()).toContain("Bet 1 ");
  });

  test("finds a bet that is not settled", async () => {
    const { operator } = await startWithBets();
    operator.advance(30_000);
    expect(await operator.reconcile("2026-07-01")).toHaveLength(MARKETS.length);
  });

  test("is done once for each past day with bets, when all of them are settled", async () => {
    const { operator, player } = await startWithBets();
    const deps = { ...operator.deps, proofOf: proofs(operator.tableside.url, []) };
    const past = () => reconcilePastDays(deps, operator.tableside.clock.nowMs);
    operator.advance(60_000);
    await operator.settle();
    await past();
    operator.advance(DAY_MS);
    await betOnAll(operator, player);
    await past();
    await past();
    operator.advance(DAY_MS);
    await past();
    expect(operator.reports).toEqual(["Reconciled 2026-07-01: all in order."]);
    await operator.settle();
    operator.db.exec("UPDATE bet SET outcome = 'void' WHERE id = 7");
    await past();
    expect(operator.reports[1]).toMatch(/^Reconciled 2026-07-02: Bet 7 .* was settled as void/);
  });

  test("calls no books in order that are not there", async () => {
    const command = [process.execPath, "operator/main.ts", "reconcile", "2026-07-01"];
    const { code, output } = await runToEnd(command, {
      TABLESIDE_URL: "http://127.0.0.1:1",
      OPERATOR_DB: join(await tempFolder(), "none.sqlite"),
    });
    expect(code).toBe(1);
    expect(output).toContain("There are no books at");
  });

  test.each([[["reconcile"]], [["reconcile", "2026-02-30"]], [["reconsile", "2026-07-01"]]])(
    "calls no day in order that does not exist: %j",
    async (args) => {
      const command = [process.execPath, "operator/main.ts", ...args];
      const { code, output } = await runToEnd(command, { TABLESIDE_URL: "http://127.0.0.1:1" });
      expect(code).toBe(1);
      expect(output).toContain("reconcile YYYY-MM-DD");
    },
  );
});
