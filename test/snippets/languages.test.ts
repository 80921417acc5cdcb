import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { betsCloseAtMs, settle } from "../../src/kit/settle.ts";
import type { Bet } from "../../src/kit/settle/bet.ts";
import type { HistoryEntry, Schedule } from "../../src/wire/responses.ts";
import { eventually } from "../support/eventually.ts";
import { startListening } from "../support/listening-service.ts";
import { programEnv } from "../support/program-env.ts";
import { listen } from "../support/running-service.ts";
import { startSandbox } from "../support/sandbox.ts";
import { tempFolder } from "../support/temp-store.ts";

const SNIPPETS = new URL("../../src/snippets/", import.meta.url);
const KIT = new URL("../../src/kit/", import.meta.url).href;
const NOW_MS = Date.UTC(2026, 6, 1, 12);

/** Copies a docs file, as the service's docs show it if `url` is given; returns its path. */
async function copySnippet(path: string, { url, folder }: { url?: string; folder: string }) {
  const file = join(folder, path.split("/").at(-1) ?? "");
  const text = await readFile(new URL(path, SNIPPETS), "utf8");
  const local = text.replaceAll("https://games.example.com", url ?? "$&");
  await writeFile(file, local.replaceAll(/"tableside\/(\w+)"/g, `"${KIT}$1.ts"`));
  return file;
}

/** Copies settle.py and settle.php, which other docs files load. */
async function copySettlements(place: { folder: string }) {
  for (const language of ["py", "php"]) {
    await copySnippet(`../../public/v1/settle.${language}`, place);
  }
}

type Command = readonly [program: string, ...args: string[]];

const javascript = (code: string): Command => [process.execPath, "--input-type=module", "-e", code];
const python = (code: string): Command => ["python3", "-B", "-c", code];
const php = (code: string): Command => ["php", "-r", code];

/** Runs a command in a folder; returns what it prints. */
async function run([program, ...args]: Command, folder: string, env: object = {}) {
  const options = { cwd: folder, env: { ...programEnv, ...env } };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout;
}

test.each([
  ["read.mjs", process.execPath],
  ["read.py", "python3"],
  ["read.php", "php"],
])("%s prints each finished round once", async (name, program) => {
  const { url, read } = await startListening({ nowMs: NOW_MS });
  const entries = (await read("/embed/baccarat/api/results?limit=3")) as HistoryEntry<{
    result: string;
  }>[];
  const after = (entries.at(-1)?.round ?? 0) - 1;
  const file = await copySnippet(`read/${name}`, { url, folder: await tempFolder() });
  const child = spawn(program, [file, String(after)], { env: programEnv });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let printed = "";
  child.stdout.on("data", (text) => (printed += String(text)));
  const lines = entries.toReversed().map(({ round, result }) => `${round} ${result}\n`);
  await eventually(() => printed.length >= lines.join("").length);
  expect(printed).toBe(lines.join(""));
});

const RUN = {
  "payouts.mjs": (file: string, bets: string) =>
    javascript(`import { settleOpenBets } from ${JSON.stringify(file)};
    const paid = [];
    await settleOpenBets("baccarat", ${bets}, (bet, settlement) => paid.push([bet, settlement]));
    console.log(JSON.stringify(paid));`),
  "payouts.py": (_file: string, bets: string) =>
    python(`import json\nfrom payouts import settle_open_bets\npaid = []
settle_open_bets('baccarat', json.loads('${bets}'), lambda bet, settlement: paid.append([bet, settlement]))
print(json.dumps(paid))`),
  "payouts.php": (file: string, bets: string) =>
    php(`require '${file}'; $paid = [];
    settleOpenBets('baccarat', json_decode('${bets}', true), function ($bet, $settlement) use (&$paid) { $paid[] = [$bet, $settlement]; });
    echo json_encode($paid);`),
} as const;

test.each(["payouts.mjs", "payouts.py", "payouts.php"] as const)(
  "%s settles each open bet on a finished round of the service at TABLESIDE_URL",
  async (name) => {
    const { url, read } = await startListening({ nowMs: NOW_MS });
    const entries = (await read("/embed/baccarat/api/results?limit=2")) as HistoryEntry[];
    // Neither a bet on another game nor one that cannot be settled prevents the others from being paid.
    const bad = { game: "baccarat", round: entries[0]?.round, market: "nonsense", stake: 100 };
    const foreign = { ...bad, game: "dragontiger", market: "dragon" };
    const bets = [...entries, { round: 9_999_999 }].flatMap(({ round }) =>
      ["player", "banker", "tie"].map((market) => ({
        game: "baccarat",
        round,
        market,
        stake: 100,
        placedAtMs: 1_800_000_000_000,
        closesAtMs: 1_800_000_000_001,
      })),
    );
    const folder = await tempFolder();
    const file = await copySnippet(`payouts/${name}`, { folder });
    await copySettlements({ folder });
    const command = RUN[name](file, JSON.stringify([bad, foreign, ...bets]));
    const printed = await run(command, folder, { TABLESIDE_URL: url });
    const expected = entries.flatMap((entry) =>
      bets.filter(({ round }) => round === entry.round).map((bet) => [bet, settle(entry, bet)]),
    );
    const byRound = (a: unknown[], b: unknown[]) =>
      (b[0] as { round: number }).round - (a[0] as { round: number }).round;
    expect((JSON.parse(printed) as unknown[][]).toSorted(byRound)).toEqual(expected);
  },
);

test("settle-loop.mjs settles the open bets of every game", async () => {
  const { url, read } = await startListening({ nowMs: NOW_MS });
  const folder = await tempFolder();
  await copySnippet("payouts/payouts.mjs", { url, folder });
  const file = await copySnippet("payouts/settle-loop.mjs", { url, folder });
  const times = { placedAtMs: 1_800_000_000_000, closesAtMs: 1_800_000_000_001 };
  const markets = [
    ["dragontiger", "tie"],
    ["baccarat", "banker"],
    ["bigsixball", "odd"],
  ];
  const bets = await Promise.all(
    markets.map(async ([game, market]) => {
      const entries = await read(`/embed/${game}/api/results?limit=1`);
      const [entry] = entries as [HistoryEntry];
      return { game, round: entry.round, market, stake: 100, ...times };
    }),
  );
  const command = javascript(`import { startSettling } from ${JSON.stringify(file)};
    const paid = [];
    await startSettling(() => ${JSON.stringify(bets)}, ({ game }) => paid.push(game))();
    console.log(JSON.stringify(paid));
    process.exit();`);
  expect(JSON.parse(await run(command, folder))).toEqual(["dragontiger", "baccarat", "bigsixball"]);
});

const STORE = {
  "bet-store.mjs": (file: string) =>
    javascript(`import { DatabaseSync } from "node:sqlite";
    import { addPlayer, findBet, openBets, pay, placeBet } from ${JSON.stringify(file)};
    const db = new DatabaseSync(process.env.BETS_DB);
    addPlayer("ann", 150);
    addPlayer("ann", 1_000);
    const log = [];
    const look = () => log.push([db.prepare("select balance from player").get().balance, openBets().length]);
    placeBet("r1", "ann", { game: "baccarat", stake: 100 });
    placeBet("r1", "ann", { game: "baccarat", stake: 100 });
    look();
    try { placeBet("r2", "ann", { game: "baccarat", stake: 100 }); } catch (error) { log.push(error.message); }
    look();
    const [bet] = openBets();
    pay(bet, { outcome: "won", returned: 195 });
    pay(bet, { outcome: "won", returned: 195 });
    look();
    log.push([findBet("r1", "ann")?.returned, findBet("r2", "ann") ?? null]);
    log.push(findBet("r1", "ben") ?? null);
    try { placeBet(null, "ann", bet); } catch (error) { log.push(error.message); }
    console.log(JSON.stringify([bet, ...log]));`),
  "bet_store.py": () =>
    python(`import json
from bet_store import add_player, db, find_bet, open_bets, pay, place_bet
add_player("ann", 150)
add_player("ann", 1000)
log = []
def look(): log.append([db.execute("select balance from player").fetchone()[0], len(open_bets())])
place_bet("r1", "ann", {"game": "baccarat", "stake": 100})
place_bet("r1", "ann", {"game": "baccarat", "stake": 100})
look()
try: place_bet("r2", "ann", {"game": "baccarat", "stake": 100})
except ValueError as error: log.append(str(error))
look()
bet = open_bets()[0]
pay(bet, {"outcome": "won", "returned": 195})
pay(bet, {"outcome": "won", "returned": 195})
look()
log.append([find_bet("r1", "ann")["returned"], find_bet("r2", "ann")])
log.append(find_bet("r1", "ben"))
try: place_bet(None, "ann", bet)
except Exception as error: log.append(str(error))
print(json.dumps([bet, *log]))`),
  "bet_store.php": (file: string) =>
    php(`require '${file}';
    addPlayer('ann', 150);
    addPlayer('ann', 1000);
    $look = fn() => [db()->query('select balance from player')->fetchColumn(), count(openBets())];
    placeBet('r1', 'ann', ['game' => 'baccarat', 'stake' => 100]);
    placeBet('r1', 'ann', ['game' => 'baccarat', 'stake' => 100]);
    $log = [$look()];
    try { placeBet('r2', 'ann', ['game' => 'baccarat', 'stake' => 100]); } catch (RangeException $error) { $log[] = $error->getMessage(); }
    $log[] = $look();
    [$bet] = openBets();
    pay($bet, ['outcome' => 'won', 'returned' => 195]);
    pay($bet, ['outcome' => 'won', 'returned' => 195]);
    $log[] = $look();
    $log[] = [findBet('r1', 'ann')['returned'], findBet('r2', 'ann')];
    $log[] = findBet('r1', 'ben');
    try { placeBet(null, 'ann', $bet); } catch (TypeError) { $log[] = 'NOT NULL constraint failed: bet.request'; }
    echo json_encode([$bet, ...$log]);`),
} as const;

// Cause: with several processes on one file, some ended immediately with "database is locked". A bet without a request
// id was dropped silently, and no function could find a request's bet.
test.each(["bet-store.mjs", "bet_store.py", "bet_store.php"] as const)(
  "%s waits for other processes, and takes and pays each bet once",
  async (name) => {
    const folder = await tempFolder();
    const file = await copySnippet(`payouts/${name}`, { folder });
    const env = { BETS_DB: join(folder, "bets.sqlite") };
    const other = new DatabaseSync(env.BETS_DB);
    other.exec("begin immediate");
    const running = run(STORE[name](file), folder, env);
    await pause(1_000);
    other.close();
    expect(JSON.parse(await running)).toEqual([
      { game: "baccarat", stake: 100, id: 1, player: "ann" },
      [50, 1],
      "Player ann does not have 100.",
      [50, 1],
      [245, 0],
      [195, null],
      // Cause: one player's request id was in use for all players.
      null,
      "NOT NULL constraint failed: bet.request",
    ]);
  },
);

// Cause: Python raised other errors than the docs name: the settling program ended, and an outage closed bets.
test("payouts.py and take_bet.py report a truncated response and a proxy's page as an outage", async () => {
  const { url, end } = await listen(({ url = "" }, response) => {
    const isBet = url.endsWith("current");
    response.writeHead(isBet ? 502 : 200, { "content-length": isBet ? "4" : "1000" });
    response.write(isBet ? "<p>\n" : "[{", () => response.destroy());
  });
  onTestFinished(end);
  const folder = await tempFolder();
  await copySettlements({ folder });
  await copySnippet("payouts/payouts.py", { folder, url });
  await copySnippet("payouts/take_bet.py", { folder, url });
  const program = `from payouts import settle_open_bets; from take_bet import read
try: settle_open_bets("baccarat", [{"game": "baccarat", "round": 1}], print)
except RuntimeError as error: print(error)
try: read("baccarat", "current")
except RuntimeError as error: print(error)`;
  expect(await run(python(program), folder)).toBe("The service does not respond.\n502: <p>\n\n");
});

const MAIN = {
  "main.mjs": [process.execPath, "bet-store", "payouts", "settle-loop", "take-bet"],
  "main.py": ["python3", "bet_store", "payouts", "take_bet"],
  "main.php": ["php", "bet_store", "payouts", "take_bet"],
} as const;

test.each(["main.mjs", "main.py", "main.php"] as const)(
  "three processes of %s place and pay their bets in one database",
  async (name) => {
    const { url, tell } = await startSandbox();
    const folder = await tempFolder();
    const [program, ...others] = MAIN[name];
    const extension = name.slice("main".length);
    for (const other of others) {
      await copySnippet(`payouts/${other}${extension}`, { folder });
    }
    await copySettlements({ folder });
    const file = await copySnippet(`payouts/${name}`, { folder });
    await tell({ do: "next", game: "baccarat", outcome: "banker" });
    // Bets stay open, however slowly the processes start.
    await tell({ do: "rate", rate: 0 });
    const env = { ...programEnv, TABLESIDE_URL: url, BETS_DB: join(folder, "bets.sqlite") };
    const children = [1, 2, 3].map(() => spawn(program, [file], { cwd: folder, env }));
    const ended = children.map((child) => once(child, "exit"));
    onTestFinished(async () => {
      children.forEach((child) => child.kill("SIGKILL"));
      await Promise.all(ended);
    });
    const db = new DatabaseSync(env.BETS_DB, { timeout: 5_000 });
    onTestFinished(() => db.close());
    const bets = () =>
      db.prepare("select outcome, returned from bet").all() as { outcome: string | null }[];
    await eventually(() => hasTables(db) && bets().length === 3);
    await tell({ do: "move", to: "result", game: "baccarat" });
    await eventually(() => bets().every(({ outcome }) => outcome !== null));
    expect(bets()).toEqual(Array(3).fill({ outcome: "won", returned: 195 }));
    expect(db.prepare("select balance from player").all()).toEqual([{ balance: 10_000 + 3 * 95 }]);
    expect(children.map(({ exitCode }) => exitCode)).toEqual([null, null, null]);
  },
);

const hasTables = (db: DatabaseSync) =>
  db.prepare("select 1 from sqlite_schema where name = 'open_bet'").get() !== undefined;

const TAKE = {
  "take-bet.mjs": (file: string, round: number, market: string) =>
    javascript(`import { takeBet } from ${JSON.stringify(file)};
    console.log(JSON.stringify(await takeBet("baccarat", ${round}, "${market}", 100)));`),
  "take_bet.py": (_file: string, round: number, market: string) =>
    python(
      `import json\nfrom take_bet import take_bet\nprint(json.dumps(take_bet("baccarat", ${round}, "${market}", 100)))`,
    ),
  "take_bet.php": (file: string, round: number, market: string) =>
    php(`require '${file}'; echo json_encode(takeBet('baccarat', ${round}, '${market}', 100));`),
} as const;

test.each(["take-bet.mjs", "take_bet.py", "take_bet.php"] as const)(
  "%s takes a bet only on one of the game's markets, while bets on its round are open",
  async (name) => {
    const { url, read, tell } = await startSandbox();
    const folder = await tempFolder();
    const file = await copySnippet(`payouts/${name}`, { folder });
    await copySettlements({ folder });
    const take = async (round: number, market = "banker") =>
      JSON.parse(await run(TAKE[name](file, round, market), folder, { TABLESIDE_URL: url })) as Bet;
    await tell({ do: "move", to: "betting", game: "baccarat" });
    const { round } = await read("/embed/baccarat/api/current");
    const schedule = await read("/embed/baccarat/api/schedule");
    const { placedAtMs, ...bet } = await take(round);
    const closesAtMs = betsCloseAtMs(round, schedule);
    const asked = { game: "baccarat", round, market: "banker", teams: [], stake: 100 };
    expect(bet).toEqual({ ...asked, closesAtMs });
    expect(placedAtMs).toBeGreaterThanOrEqual(schedule.now);
    expect(placedAtMs).toBeLessThan(closesAtMs);
    await expect(take(round, "bankr")).rejects.toThrow(/SettleError.*no market/s);
    // Cause: only the message indicated that bets are closed.
    const closed = /(RangeError|ValueError|OutOfRangeException).*not open/s;
    await expect(take(round + 1)).rejects.toThrow(closed);
    // Cause: for a round on an earlier day, the package threw its RangeError about the schedule first.
    await expect(take(1)).rejects.toThrow("not open");
    await tell({ do: "move", to: "revealing", game: "baccarat" });
    await expect(take(round)).rejects.toThrow("not open");
    await tell({ do: "failure", name: "unavailable", on: true });
    await expect(take(round)).rejects.toThrow(/503|does not respond|trouble|unavailable/i);
  },
);

test("take_bet.py and take_bet.php agree with the package on when rounds around midnight close", async () => {
  const genesis = Date.UTC(2026, 0, 1);
  const now = Date.UTC(2026, 6, 1, 23, 59, 50);
  const first = (Date.UTC(2026, 6, 2) - genesis) / 30_000 + 1;
  const schedule = { now, genesis, intervalMs: 30_000, closesMs: 15_000 };
  const cases = [
    [first - 1, { ...schedule, next: null }],
    [first - 1, { ...schedule, next: { round: first, closesMs: 12_000 } }],
    [first, { ...schedule, next: { round: first, closesMs: 12_000 } }],
  ] as [number, Schedule][];
  const place = { folder: await tempFolder() };
  await copySnippet("payouts/take_bet.py", place);
  await copySettlements(place);
  const file = await copySnippet("payouts/take_bet.php", place);
  const json = JSON.stringify(cases);
  const inPython = `import json\nfrom take_bet import closes_at_ms
print(json.dumps([closes_at_ms(*case) for case in json.loads('${json}')]))`;
  const inPhp = `require '${file}';
    echo json_encode(array_map(fn($case) => closesAtMs(...$case), json_decode('${json}', true)));`;
  for (const command of [python(inPython), php(inPhp)]) {
    const printed = await run(command, place.folder);
    expect(JSON.parse(printed)).toEqual(cases.map((args) => betsCloseAtMs(...args)));
  }
});

test("first-bet.mjs prints each bet's settlement, one of which is a win", async () => {
  const sandbox = await startSandbox();
  await sandbox.tell({ do: "next", game: "dragontiger", outcome: "dragon" });
  const place = { url: sandbox.url, folder: await tempFolder() };
  const child = spawn(process.execPath, [await copySnippet("payouts/first-bet.mjs", place)]);
  const ended = once(child, "exit");
  let printed = "";
  child.stdout.on("data", (text) => (printed += String(text)));
  await eventually(() => printed.startsWith("betting on round "));
  await sandbox.tell({ do: "move", to: "result", game: "dragontiger" });
  await ended;
  expect(printed).toContain("dragon { outcome: 'won', returned: 200 }");
});
