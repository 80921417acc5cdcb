// Amounts are in the smallest unit of your currency. A bet is open while its
// outcome is null. Needs Node 24, for node:sqlite.
import { DatabaseSync } from "node:sqlite";
import { createClient } from "tableside/client";

const { TABLESIDE_URL, BETS_DB } = process.env;
export const client = createClient({ baseUrl: TABLESIDE_URL, game: "baccarat" });

export const db = new DatabaseSync(BETS_DB, { timeout: 5_000 });
db.exec(`CREATE TABLE IF NOT EXISTS bet (
  id INTEGER PRIMARY KEY, player TEXT NOT NULL, slug TEXT NOT NULL,
  round INTEGER NOT NULL, market TEXT NOT NULL,
  teams TEXT NOT NULL DEFAULT '[]', stake INTEGER NOT NULL,
  taken_ms INTEGER NOT NULL, closes_ms INTEGER NOT NULL,
  paytable TEXT NOT NULL DEFAULT '{}', outcome TEXT, returned INTEGER)`);
