import { describe, expect, test } from "vitest";
import { readKeys } from "../../../src/fairness/read-untrusted.ts";
import { proofs } from "../../../src/snippets/operator/proofs.ts";
import type { HistoryEntry } from "../../../src/wire.ts";
import { expected } from "../../kit/settle/rules.ts";
import { runToEnd } from "../program.ts";
import { startHouse, wager } from "./house.ts";
import type { Player, ShownBet } from "./house.ts";

const DAY_MS = 86_400_000;
const GRANT = 100_000;
const MARKETS = ["player", "banker", "tie", "either-pair", "big", "small"];

type House = Awaited<ReturnType<typeof startHouse>>;

async function betOnAll(house: House, player: Player): Promise<number> {
  const round = house.round();
  for (const market of MARKETS) {
    expect((await player.post("/api/bets", wager(round, { market }))).status).toBe(201);
  }
  return round;
}

async function entryOf(house: House, round: number): Promise<HistoryEntry> {
  const [entry] = (await house.tableside.read(
    `/embed/baccarat/api/results?round=${round}`,
  )) as HistoryEntry[];
  return entry as HistoryEntry;
}

async function keysOf(house: House): Promise<string[]> {
  return readKeys(await house.tableside.read("/fairness/keys.json"));
}

function due(entry: HistoryEntry, bets: readonly ShownBet[]) {
  return bets.map(({ market, stake }) => expected({ game: "baccarat", market, stake }, entry, ""));
}

describe("settling", () => {
  test("pays what the rules say, once, when the round is in the results and not before", async () => {
    const house = await startHouse();
    const player = await house.player();
    const round = await betOnAll(house, player);
    await house.settle();
    expect((await player.overview()).bets.map(({ outcome }) => outcome)).toEqual(
      MARKETS.map(() => null),
    );
    house.advance(30_000);
    await house.settle();
    await house.settle();
    const { balance, bets } = await player.overview();
    const settlements = due(await entryOf(house, round), bets);
    expect(bets).toMatchObject(settlements);
    const returned = settlements.reduce((sum, each) => sum + each.returned, 0);
    expect(balance).toBe(GRANT - 1_000 * MARKETS.length + returned);
    expect(house.ledger.balance("stakes")).toBe(0);
    expect(house.faults()).toEqual([]);
    expect(await house.reconcile("2026-07-01")).toEqual([]);
  });

  test("catches up after days of downtime", async () => {
    const house = await startHouse();
    const player = await house.player();
    const rounds: number[] = [];
    for (let hour = 0; hour < 5; hour += 1) {
      rounds.push(await betOnAll(house, player));
      house.advance(DAY_MS / 4);
    }
    house.advance(3 * DAY_MS);
    await house.settle();
    const { bets } = await player.overview();
    expect(new Set(bets.map(({ round }) => round)).size).toBe(rounds.length);
    for (const round of rounds) {
      const ofRound = bets.filter((bet) => bet.round === round);
      expect(ofRound).toMatchObject(due(await entryOf(house, round), ofRound));
    }
    expect(await house.reconcile("2026-07-01")).toEqual([]);
    expect(await house.reconcile("2026-07-02")).toEqual([]);
  });

  test("pays by the paytable that the bet was sold on", async () => {
    const paytable = { baccarat: { big: { won: [9, 1] }, small: { won: [9, 1] } } };
    const house = await startHouse({}, paytable);
    const player = await house.player();
    await betOnAll(house, player);
    house.advance(30_000);
    await house.settle();
    const { bets } = await player.overview();
    const won = bets.filter(({ market }) => ["big", "small"].includes(market));
    expect(won.map(({ returned }) => returned).toSorted()).toEqual([0, 10_000]);
  });

  test("two processes settle a bet once", async () => {
    const house = await startHouse();
    const player = await house.player();
    await betOnAll(house, player);
    house.advance(30_000);
    await Promise.all([house.settle(), house.settle(), house.settle()]);
    expect(house.reports).toEqual([]);
    expect(house.faults()).toEqual([]);
  });

  describe("with the keys of the service", () => {
    test("pays a round that proves itself, and leaves open what others signed", async () => {
      const house = await startHouse();
      const player = await house.player();
      house.advance(30_000); // To a round that opens after its day was signed.
      await betOnAll(house, player);
      house.advance(60_000);
      const keys = await keysOf(house);
      await house.settle({ isProven: proofs(house.deps.service, ["0".repeat(64)]) });
      expect((await player.overview()).bets.every(({ outcome }) => outcome === null)).toBe(true);
      expect(house.reports.join()).toContain("not proven, its bets stay open");
      await house.settle({ isProven: proofs(house.deps.service, keys) });
      expect((await player.overview()).bets.every(({ outcome }) => outcome !== null)).toBe(true);
    });

    test("pays by no entry that differs from the record", async () => {
      const house = await startHouse();
      const player = await house.player();
      house.advance(30_000);
      const round = await betOnAll(house, player);
      house.advance(60_000);
      const entry = await entryOf(house, round);
      const isProven = proofs(house.deps.service, await keysOf(house));
      expect(await isProven("baccarat", entry)).toBe(true);
      expect(await isProven("baccarat", { ...entry, player_total: 0 } as HistoryEntry)).toBe(false);
    });
  });

  describe("a round that never came out", () => {
    const silent = (house: House, result: () => Promise<HistoryEntry | null>) =>
      Object.assign(Object.create(house.deps.service) as House["deps"]["service"], {
        resultsAfter: () => Promise.resolve([]),
        clockMs: () => Promise.resolve(house.tableside.clock.nowMs),
        result,
      });

    test("is void after a day, and not before", async () => {
      const house = await startHouse();
      const player = await house.player();
      await betOnAll(house, player);
      const service = silent(house, () => Promise.resolve(null));
      house.advance(DAY_MS);
      await house.settle({ service });
      expect((await player.overview()).bets.every(({ outcome }) => outcome === null)).toBe(true);
      house.advance(60_000);
      await house.settle({ service });
      const { balance, bets } = await player.overview();
      expect(bets.every(({ outcome }) => outcome === "void")).toBe(true);
      expect(balance).toBe(GRANT);
      expect(house.faults()).toEqual([]);
    });

    test("stays open while the service does not answer", async () => {
      const house = await startHouse();
      const player = await house.player();
      await betOnAll(house, player);
      house.advance(10 * DAY_MS);
      await house.settle({ service: silent(house, () => Promise.reject(new Error("no answer"))) });
      expect((await player.overview()).bets.every(({ outcome }) => outcome === null)).toBe(true);
      expect(house.reports).toEqual(["baccarat: no answer"]);
    });
  });
});

describe("reconciling", () => {
  test("finds whatever was changed by hand", async () => {
    const house = await startHouse();
    await betOnAll(house, await house.player());
    house.advance(30_000);
    await house.settle();
    expect(await house.reconcile("2026-07-01")).toEqual([]);
    for (const [sql, words] of [
      ["UPDATE account SET balance = balance + 1 WHERE id LIKE 'player:%'", "balance"],
      ["UPDATE posting SET amount = amount + 1 WHERE transfer = 2", "sum to zero"],
      ["UPDATE bet SET returned = returned + 1 WHERE id = 1", "Bet 1 (baccarat"],
      ["UPDATE bet SET outcome = 'push' WHERE id = 2", "Bet 2 (baccarat"],
      ["UPDATE bet SET stake = stake + 1 WHERE id = 3", "stake was not taken once"],
      ["UPDATE bet SET outcome = NULL WHERE id = 4", "still open"],
    ] as const) {
      house.db.exec(`BEGIN; ${sql}`);
      expect((await house.reconcile("2026-07-01")).join(" "), `${sql}`).toContain(words);
      house.db.exec("ROLLBACK");
    }
  });

  test("finds a bet that is not settled", async () => {
    const house = await startHouse();
    await betOnAll(house, await house.player());
    house.advance(30_000);
    expect(await house.reconcile("2026-07-01")).toHaveLength(MARKETS.length);
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
