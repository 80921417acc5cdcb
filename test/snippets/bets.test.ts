import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { times } from "../support/effort.ts";
import { startSandbox } from "../support/sandbox.ts";
import { tempFolder } from "../support/temp-store.ts";
import { BETS, openSite } from "./betting-site.ts";
import type { Mood, WantedBet } from "./betting-site.ts";
import { runToEnd } from "./program.ts";

/** A betting site, and a sandbox at noon of a day that this machine's clock does not show. */
async function openTable(outcome = "tie") {
  const sandbox = await startSandbox();
  const site = await openSite(sandbox.url);
  const { round } = await sandbox.tell({ do: "next", game: "baccarat", outcome });
  const bet = { id: "my-bet-1", game: "baccarat", round: round as number, market: "tie" };
  return {
    site,
    sandbox,
    bet: { ...bet, stake: 1_000 } as WantedBet,
    move: (to: string) => sandbox.tell({ do: "move", to, game: "baccarat" }),
  };
}

test("a bet is debited, settled and credited, each once, whatever is called twice", async () => {
  const { site, bet, move } = await openTable();
  const push = { ...bet, id: "my-bet-2", market: "banker" };
  const lost = { ...bet, id: "my-bet-3", market: "natural" };
  expect(await site.take([bet, bet, push, lost])).toEqual(["open", "open", "open", "open"]);
  await site.settle();
  expect(site.states()).toEqual(["open", "open", "open"]);
  await move("result");
  await Promise.all([site.settle(), site.settle()]);
  await Promise.all([site.send(), site.send()]);
  await site.send();
  const [first, second] = site.query("SELECT outcome, returned, state FROM bet ORDER BY id");
  expect(first).toEqual({ outcome: "won", returned: 9_000, state: "done" });
  expect(second).toEqual({ outcome: "push", returned: 1_000, state: "done" });
  expect(
    site.wallet
      .amounts()
      .toSorted((a, b) => a - b)
      .slice(0, 3),
  ).toEqual([-1_000, -1_000, -1_000]);
  expect(site.wallet.amounts()).toEqual(expect.arrayContaining([9_000, 1_000]));
  expect(await site.take([bet])).toEqual(["done"]);
});

test("a stake that the wallet refuses opens no bet, now or later", async () => {
  const { site, bet, move } = await openTable();
  site.wallet.mood = "refuses";
  expect(await site.take([bet])).toEqual(["refused"]);
  site.wallet.mood = "answers";
  expect(await site.take([bet])).toEqual(["refused"]);
  await move("result");
  await site.settle();
  await site.send();
  expect(site.states()).toEqual(["refused"]);
  expect(site.wallet.amounts()).toEqual([]);
});

test.each<Mood>(["loses the answer", "is down"])(
  "where the wallet %s, the bet waits beyond its result, and is settled once the debit is known",
  async (mood) => {
    const { site, bet, move } = await openTable();
    site.wallet.mood = mood;
    expect(await site.take([bet])).toEqual(["pending"]);
    await move("result");
    await site.settle();
    await site.send();
    expect(site.states()).toEqual(["pending"]);
    site.wallet.mood = "answers";
    await site.send();
    expect(site.states()).toEqual(["open"]);
    await site.settle();
    site.wallet.mood = mood;
    await site.send();
    expect(site.states()).toEqual(["owed"]);
    site.wallet.mood = "answers";
    await site.send();
    expect(site.states()).toEqual(["done"]);
    expect(site.wallet.amounts()).toEqual([-1_000, 9_000]);
    expect(new Set(site.wallet.asked).size).toBe(2);
  },
);

test("a debit that is refused after the result returns nothing", async () => {
  const { site, bet, move } = await openTable();
  site.wallet.mood = "is down";
  await site.take([bet]);
  await move("result");
  site.wallet.mood = "refuses";
  await site.send();
  await site.settle();
  await site.send();
  expect(site.states()).toEqual(["refused"]);
  expect(site.wallet.amounts()).toEqual([]);
});

// Else a player could bet again and again while the wallet is down, and empty it after each loss.
test("a player whose stake is unconfirmed for ten seconds places no other bet", async () => {
  const { site, bet } = await openTable();
  site.wallet.mood = "is down";
  const other = { ...bet, id: "my-bet-2" };
  expect(await site.take([bet, other])).toEqual(["pending", "pending"]);
  // Well over ten seconds: the time that a bet carries is later the longer the clock's answer took.
  site.query("UPDATE bet SET placedAtMs = placedAtMs - 60000 RETURNING id");
  const third = { ...bet, id: "my-bet-3" };
  expect(await site.take([third])).toEqual(["The stake of an earlier bet is not confirmed yet."]);
  expect(await site.take([third], "bob")).toEqual(["pending"]);
});

test("a bet is taken on the open round alone, and only if it can be settled", async () => {
  const { site, bet, move } = await openTable();
  const { round } = bet;
  const wrong = [
    { round: round - 1 },
    { round: round + 1 },
    { market: "dragon" },
    { stake: 0.5 },
    { stake: -1_000 },
    { game: "poker" },
    { id: "short" },
  ];
  expect(await site.take(wrong.map((change) => ({ ...bet, ...change })))).toEqual([
    "Bets on this round are closed.",
    "Bets on this round are closed.",
    expect.stringContaining("has no market"),
    expect.stringContaining("A stake is a whole number"),
    expect.stringContaining("A stake is a whole number"),
    "There is no such game.",
    "A bet needs an id of 8 to 64 letters and digits.",
  ]);
  expect(site.wallet.asked).toEqual([]);
  const [, again] = await site.take([bet, { ...bet, stake: 2_000 }]);
  expect(again).toBe("There is another bet under this id.");
  await move("revealing");
  const late = { ...bet, id: "my-bet-2" };
  // The bet that was taken in time is still the answer to its id.
  expect(await site.take([late, bet])).toEqual(["Bets on this round are closed.", "open"]);
  expect(site.wallet.amounts()).toEqual([-1_000]);
});

test("killed at every step of taking a bet, it debits the stake once", async () => {
  const { site, bet, move } = await openTable();
  const moments = [
    "INSERT INTO bet 1 before",
    "INSERT INTO bet 1 after",
    "ask fetch wallet 1 before",
    "fetch wallet 1 after",
    "UPDATE bet 1 before",
    "UPDATE bet 1 after",
  ].filter((_, index) => index % times(2, 1) === 0);
  const bets = moments.map((_, index) => ({ ...bet, id: `my-bet-${index}` }));
  for (const [index, moment] of moments.entries()) {
    expect({ moment, ...(await site.dyingTake(bets[index] as WantedBet, moment)) }).toMatchObject({
      moment,
      code: null,
    });
  }
  // The browsers send again what was not answered, while the loop does the same.
  await Promise.all([site.send(), site.take(bets)]);
  await move("result");
  await site.settle();
  await site.send();
  expect(site.states()).toEqual(bets.map(() => "done"));
  const amounts = [...bets.map(() => -1_000), ...bets.map(() => 9_000)];
  expect(site.wallet.amounts()).toEqual(amounts);
});

test("killed at every step of settling and crediting, it pays once", async () => {
  const { site, bet, move } = await openTable();
  await site.take([bet]);
  await move("result");
  for (const moment of ["BEGIN 1 after", "UPDATE bet 1 after", "COMMIT 1 before"]) {
    expect({ moment, ...(await site.dyingSettle(moment)) }).toMatchObject({ moment, code: null });
    expect([moment, ...site.states()]).toEqual([moment, "open"]);
  }
  expect((await site.dyingSettle("COMMIT 1 after")).code).toBeNull();
  expect(site.states()).toEqual(["owed"]);
  for (const moment of [
    "ask fetch wallet 1 before",
    "fetch wallet 1 after",
    "UPDATE bet 1 before",
  ]) {
    expect({ moment, ...(await site.dyingSend(moment)) }).toMatchObject({ moment, code: null });
    expect([moment, ...site.states()]).toEqual([moment, "owed"]);
  }
  expect((await site.dyingSend("UPDATE bet 1 after")).code).toBeNull();
  expect(site.states()).toEqual(["done"]);
  await site.send();
  expect(site.wallet.amounts()).toEqual([-1_000, 9_000]);
});

test("the test that the page prints passes as it stands, in a project of its own", async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const folder = await tempFolder();
  await cp(BETS, join(folder, "bets"), { recursive: true });
  await mkdir(join(folder, "node_modules/tableside-sandbox"), { recursive: true });
  // Nobody has installed the packages here.
  await symlink(root, join(folder, "node_modules/tableside"));
  const starter = pathToFileURL(join(root, "server/cli/start-sandbox.ts")).href;
  await writeFile(
    join(folder, "node_modules/tableside-sandbox/index.mjs"),
    `export * from "${starter}";`,
  );
  await writeFile(
    join(folder, "node_modules/tableside-sandbox/package.json"),
    '{ "name": "tableside-sandbox", "exports": "./index.mjs" }',
  );
  const { code, output } = await runToEnd(
    [process.execPath, "--test", "bets/kill.test.mjs"],
    {},
    folder,
  );
  expect(output).toContain("pass 1");
  expect(code).toBe(0);
});
