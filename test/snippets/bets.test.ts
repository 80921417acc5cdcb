import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { programEnv } from "../support/program-env.ts";
import { startSandbox } from "../support/sandbox.ts";
import { tempFolder } from "../support/temp-store.ts";
import { runToEnd } from "./program.ts";

const BETS = fileURLToPath(new URL("../../src/snippets/bets", import.meta.url));

/** What a reader's own program would hold. */
const run = (code: string) => [process.execPath, "--input-type=module", "-e", code];
const take = (bets: readonly object[]) =>
  run(`import { takeBet } from "./take.mjs";
    for (const bet of ${JSON.stringify(bets)}) {
      await takeBet("ann", bet).catch(({ message }) => console.log(message));
    }`);
const SETTLE = run(`import { settleBets } from "./settle.mjs";
  import { queuePayout } from "./wallet.mjs";
  await settleBets(queuePayout);`);
const SEND = run(`import { sendPayouts } from "./wallet.mjs"; await sendPayouts();`);

/** A betting site, and a sandbox at noon of a day that this machine's clock does not show. */
async function openSite() {
  const sandbox = await startSandbox();
  const file = join(await tempFolder(), "bets.sqlite");
  const wallet = await openWallet();
  const env = { TABLESIDE_URL: sandbox.url, BETS_DB: file, WALLET_URL: wallet.url };
  return {
    sandbox,
    wallet,
    env,
    run: (command: readonly string[]) => runToEnd(command, env, BETS),
    payOut: () => runToEnd([process.execPath, "../payout.mjs"], env, BETS),
    next: async (outcome: string) =>
      ((await sandbox.tell({ do: "next", game: "baccarat", outcome })) as { round: number }).round,
    toResult: () => sandbox.tell({ do: "move", to: "result", game: "baccarat" }),
    query(sql: string) {
      const db = new DatabaseSync(file);
      const rows = db.prepare(sql).all();
      db.close();
      return rows;
    },
    bets() {
      return this.query("SELECT market, outcome, returned FROM bet ORDER BY id");
    },
  };
}

/** A wallet of another house: what was sent to it, and what it paid, each key once. */
async function openWallet() {
  const keys: string[] = [];
  const paid = new Map<string, unknown>();
  const wallet = { url: "", keys, paid, status: 200, onPaid: () => {} };
  const server = createServer(async (request, response) => {
    const key = String(request.headers["idempotency-key"]);
    const body = Buffer.concat(await request.toArray()).toString();
    keys.push(key);
    if (wallet.status === 200) {
      paid.set(key, paid.get(key) ?? JSON.parse(body));
    }
    wallet.onPaid();
    response.writeHead(wallet.status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  wallet.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return wallet;
}

// The docs had bets stored with Date.now(): where the service's clock showed another day, every bet was void.
test.each([
  ["settle.mjs", (site: Awaited<ReturnType<typeof openSite>>) => site.run(SETTLE)],
  ["payout.mjs", (site: Awaited<ReturnType<typeof openSite>>) => site.payOut()],
])(
  "%s pays a bet that was taken in a sandbox whose clock shows another day",
  async (_name, pay) => {
    const site = await openSite();
    const round = await site.next("tie");
    const markets = ["tie", "banker"];
    const taken = await site.run(take(markets.map((market) => ({ round, market, stake: 1_000 }))));
    expect(taken).toEqual({ code: 0, output: "" });
    expect(await pay(site)).toMatchObject({ code: 0 });
    expect(site.bets()).toMatchObject([{ outcome: null }, { outcome: null }]);
    await site.toResult();
    expect(await pay(site)).toMatchObject({ code: 0 });
    expect(site.bets()).toEqual([
      { market: "tie", outcome: "won", returned: 9_000 },
      { market: "banker", outcome: "push", returned: 1_000 },
    ]);
  },
);

test("payout.mjs leaves a bet open that was stored by another clock, and says so", async () => {
  const site = await openSite();
  const round = await site.next("tie");
  await site.run(take([{ round, market: "tie", stake: 1_000 }]));
  site.query(`UPDATE bet SET taken_ms = ${Date.UTC(2026, 10, 22)}`);
  await site.toResult();
  const { code, output } = await site.payOut();
  expect(code).toBe(1);
  expect(output).toContain("Bet 1 stays open: taken_ms is in the service's future");
  expect(site.bets()).toMatchObject([{ outcome: null }]);
});

test("a bet is taken on the open round alone, and only if it can be settled", async () => {
  const site = await openSite();
  const round = await site.next("banker");
  const bet = { round, market: "banker", stake: 1_000 };
  const wrong = [{ round: round - 1 }, { round: round + 1 }, { market: "dragon" }, { stake: 0.5 }];
  const { output } = await site.run(take(wrong.map((change) => ({ ...bet, ...change }))));
  expect(output.trim().split("\n")).toEqual([
    "Bets on this round are closed.",
    "Bets on this round are closed.",
    expect.stringContaining("has no market"),
    expect.stringContaining("A stake is a whole number"),
  ]);
  await site.sandbox.tell({ do: "move", to: "revealing", game: "baccarat" });
  expect((await site.run(take([bet]))).output).toBe("Bets on this round are closed.\n");
  expect(site.bets()).toEqual([]);
});

test("no bet is settled while the service is down, and each once afterwards, by two at a time", async () => {
  const site = await openSite();
  const round = await site.next("banker");
  await site.run(take([{ round, market: "banker", stake: 1_000 }]));
  await site.toResult();
  await site.sandbox.tell({ do: "trouble", name: "unavailable", on: true });
  expect((await site.run(SETTLE)).code).not.toBe(0);
  expect(site.bets()).toMatchObject([{ outcome: null }]);
  await site.sandbox.tell({ do: "trouble", name: "unavailable", on: false });
  const both = await Promise.all([site.run(SETTLE), site.run(SETTLE)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(site.query("SELECT bet, amount, sent FROM payout")).toEqual([
    { bet: 1, amount: 1_950, sent: 0 },
  ]);
});

test("killed after the wallet has paid and before that is stored, it pays nobody twice", async () => {
  const site = await openSite();
  const round = await site.next("banker");
  await site.run(take(["banker", "player"].map((market) => ({ round, market, stake: 1_000 }))));
  await site.toResult();
  await site.run(SETTLE);

  const [command = "", ...args] = SEND;
  const child = spawn(command, args, { cwd: BETS, env: { ...programEnv, ...site.env } });
  site.wallet.onPaid = () => child.kill("SIGKILL");
  await once(child, "close");
  expect(child.signalCode).toBe("SIGKILL");
  expect(site.query("SELECT sent FROM payout")).toEqual([{ sent: 0 }]);

  site.wallet.onPaid = () => {};
  for (let call = 0; call < 2; call += 1) {
    expect(await site.run(SEND)).toEqual({ code: 0, output: "" });
  }
  expect(site.wallet.keys).toEqual(["bet-1", "bet-1"]);
  expect([...site.wallet.paid]).toEqual([["bet-1", { player: "ann", amount: 1_950 }]]);
  expect(site.query("SELECT sent FROM payout")).toEqual([{ sent: 1 }]);
});

test("a payout that the wallet refuses is sent again under its key", async () => {
  const site = await openSite();
  const round = await site.next("tie");
  await site.run(take(["banker", "tie"].map((market) => ({ round, market, stake: 1_000 }))));
  await site.toResult();
  await site.run(SETTLE);
  site.wallet.status = 503;
  expect((await site.run(SEND)).output).toContain(
    "Bet 1 is not paid yet: The wallet answered 503.",
  );
  site.wallet.status = 200;
  expect((await site.run(SEND)).output).toBe("");
  expect(site.wallet.keys).toEqual(["bet-1", "bet-2", "bet-1", "bet-2"]);
  expect(site.wallet.paid.size).toBe(2);
});
