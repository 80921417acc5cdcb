// The one table of this folder. Amounts are whole numbers in the smallest unit of your currency. Times are
// epoch ms by the service's clock. Needs Node 24, for node:sqlite.
import { DatabaseSync } from "node:sqlite";
import { createClient } from "tableside/client";
import { games } from "tableside/settle";

/** What you pay other than usual. It is stored with each bet. */
export const paytable = {};

const { TABLESIDE_URL: baseUrl, BETS_DB } = process.env;
export const clients = new Map(
  games.map(({ slug: game }) => [game, createClient({ baseUrl, game })]),
);

export const db = new DatabaseSync(BETS_DB, { timeout: 5_000 });
db.exec(`CREATE TABLE IF NOT EXISTS bet (
  id INTEGER PRIMARY KEY,
  walletKey TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  player TEXT NOT NULL, clientId TEXT NOT NULL,
  game TEXT NOT NULL, round INTEGER NOT NULL,
  market TEXT NOT NULL, teams TEXT NOT NULL, stake INTEGER NOT NULL,
  placedAtMs INTEGER NOT NULL, closesAtMs INTEGER NOT NULL,
  paytable TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending', outcome TEXT, returned INTEGER,
  UNIQUE (player, clientId));
  CREATE INDEX IF NOT EXISTS bet_state ON bet (state, game, round)`);
