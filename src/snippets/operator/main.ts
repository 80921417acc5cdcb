// A small betting site on play money: takes bets, keeps a ledger, settles from `results`, reconciles.
//   TABLESIDE_URL=https://games.example.com TABLESIDE_KEY=… npm run operator
//   TABLESIDE_URL=https://games.example.com npm run operator -- reconcile 2026-11-22
// PORT (4000), OPERATOR_DB (operator.sqlite), VOID_AFTER_HOURS (24) and PAYTABLE (a JSON file) may be set. With
// SIGNING_KEYS, the public keys of the service, it pays proven rounds only. TRUST_PROXY=1 behind a proxy of
// your own, which writes X-Forwarded-For.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { games } from "tableside/settle";
import { Bets } from "./bets.ts";
import { openDatabase } from "./database.ts";
import { Ledger } from "./ledger.ts";
import { Players } from "./players.ts";
import { reconcile, reconcilePastDays } from "./reconcile.ts";
import { Service } from "./service.ts";
import { readSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { settleBets } from "./settling.ts";
import { createSite } from "./site.ts";

const SETTLE_EVERY_MS = 1_000;
const RECONCILE_EVERY_MS = 60_000;
const REPEAT_MS = 3_600_000;

let reported = new Set<string>();
setInterval(() => (reported = new Set()), REPEAT_MS).unref();

/** Prints a line; what fails every second is said once an hour. */
function report(text: string): void {
  if (!reported.has(text)) {
    reported.add(text);
    console.error(text);
  }
}

async function main([command, date = ""]: readonly string[]): Promise<number> {
  if (command !== undefined && (command !== "reconcile" || !isDate(date))) {
    throw new Error("Give no argument, or: reconcile YYYY-MM-DD");
  }
  const settings = readSettings(process.env);
  if (command !== undefined && !existsSync(settings.databaseFile)) {
    throw new Error(`There are no books at ${settings.databaseFile}: set OPERATOR_DB.`);
  }
  const db = openDatabase(settings.databaseFile);
  const ledger = new Ledger(db);
  const bets = new Bets(db, ledger);
  const service = new Service(settings.service);
  if (command === "reconcile") {
    const proofOf = await loadProofs(settings);
    const faults = await reconcile({ db, bets, proofOf }, date);
    console.log(faults.length === 0 ? `${date}: all in order.` : faults.join("\n"));
    return faults.length === 0 ? 0 : 1;
  }

  const { tableKey, paytable, port, isBehindProxy, voidAfterMs } = settings;
  const players = new Players(db, ledger);
  const site = { db, ledger, bets, players, service, tableKey, paytable, isBehindProxy, report };
  const server = createServer(createSite(site)).listen(port, "127.0.0.1");
  await once(server, "listening");
  console.log(`Play at http://127.0.0.1:${port}/`);

  const proofOf = await loadProofs(settings);
  const settling = {
    db,
    bets,
    service,
    voidAfterMs,
    report,
    proofOf: settings.signingKeys.length > 0 ? proofOf : null,
  };
  // A day takes a while to check: bets are settled meanwhile.
  await Promise.all([
    forever(SETTLE_EVERY_MS, () => settleBets(settling)),
    forever(RECONCILE_EVERY_MS, async () => {
      const nowMs = Math.min(
        ...(await Promise.all(games.map(({ slug }) => service.clockMs(slug)))),
      );
      await reconcilePastDays({ db, bets, proofOf, report }, nowMs);
    }),
  ]);
  return 0;
}

async function forever(everyMs: number, work: () => Promise<void>): Promise<never> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      report(String(error)); // The site goes on, and so must this.
    }
    await pause(everyMs);
  }
}

/** Half of what there is to load, and not needed to take bets. */
async function loadProofs({ service, signingKeys }: Settings) {
  const { proofs } = await import("./proofs.ts");
  return proofs(service, signingKeys);
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
