// A small betting site on play money: takes bets, keeps a ledger, settles from `results`, reconciles.
//   TABLESIDE_URL=https://games.example.com TABLESIDE_KEY=… npm run operator
//   TABLESIDE_URL=https://games.example.com npm run operator -- reconcile 2026-11-22
// PORT (4000), OPERATOR_DB (operator.sqlite), VOID_AFTER_HOURS (24) and PAYTABLE (a JSON file) may be set. With
// SIGNING_KEYS, the public keys of the service, it pays proven rounds only.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Bets } from "./bets.ts";
import { openDatabase } from "./database.ts";
import { Ledger } from "./ledger.ts";
import { Players } from "./players.ts";
import { reconcile, reconcilePastDays } from "./reconcile.ts";
import { Service } from "./service.ts";
import { readSettings } from "./settings.ts";
import { settleBets } from "./settling.ts";
import { createSite } from "./site.ts";

const SETTLE_EVERY_MS = 1_000;

const report = (text: string) => {
  console.error(text);
};

async function main([command, date = ""]: readonly string[]): Promise<number> {
  if (command !== undefined && (command !== "reconcile" || !isDate(date))) {
    throw new Error("Give no argument, or: reconcile YYYY-MM-DD");
  }
  const settings = readSettings(process.env);
  const db = openDatabase(settings.databaseFile);
  const ledger = new Ledger(db);
  const bets = new Bets(db, ledger);
  const service = new Service(settings.service);
  if (command === "reconcile") {
    const faults = await reconcile({ db, bets, service }, date);
    console.log(faults.length === 0 ? `${date}: all in order.` : faults.join("\n"));
    return faults.length === 0 ? 0 : 1;
  }

  const { tableKey, paytable, port, signingKeys, voidAfterMs } = settings;
  const players = new Players(db, ledger);
  const site = createSite({ db, ledger, bets, players, service, tableKey, paytable, report });
  const server = createServer(site).listen(port, "127.0.0.1");
  await once(server, "listening");
  console.log(`Play at http://127.0.0.1:${port}/`);

  // Half of what there is to load, and only for who asks for it.
  const isProven =
    signingKeys.length > 0 ? (await import("./proofs.ts")).proofs(service, signingKeys) : null;
  for (;;) {
    await settleBets({ db, bets, service, isProven, voidAfterMs, report });
    await reconcilePastDays({ db, bets, service, report });
    await pause(SETTLE_EVERY_MS);
  }
}

function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) && text.length === 10;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  report((error as Error).message);
  process.exitCode = 1;
}
