import { DatabaseSync } from "node:sqlite";

// Players and their bets in one SQLite file. Needs Node 24.
const path = process.env.BETS_DB ?? "bets.sqlite";
// Waits for other processes that use the file.
const db = new DatabaseSync(path, { timeout: 5_000 });
db.exec(`pragma foreign_keys = on;
  create table if not exists player (
    id text primary key, balance integer not null check (balance >= 0)
  ) strict;
  create table if not exists bet (
    id integer primary key, request text not null,
    player text not null references player,
    details text not null, outcome text, returned integer,
    unique (player, request)
  ) strict;
  create index if not exists open_bet on bet (id)
    where outcome is null;`);

const add = db.prepare(
  "insert or ignore into player (id, balance) values (?, ?)",
);
const debit = db.prepare(
  "update player set balance = balance - ? where id = ? and balance >= ?",
);
const insert = db.prepare(
  `insert into bet (request, player, details) values (?, ?, ?)
    on conflict do nothing`,
);
const find = db.prepare(
  `select details, outcome, returned from bet
    where request = ? and player = ?`,
);
const listOpen = db.prepare(
  "select id, player, details from bet where outcome is null",
);
const close = db.prepare(
  "update bet set outcome = ?, returned = ? where id = ? and outcome is null",
);
const credit = db.prepare(
  "update player set balance = balance + ? where id = ?",
);

// Adds a player, unless the id exists.
export const addPlayer = (id, balance) => add.run(id, balance);

// Stores a bet that `takeBet` returned, and debits its stake. A
// repeated request id has no effect: create the id in the browser.
export function placeBet(request, player, bet) {
  inTransaction(() => {
    const { stake } = bet;
    const details = JSON.stringify(bet);
    if (insert.run(request, player, details).changes === 0) return;
    if (debit.run(stake, player, stake).changes === 0) {
      throw new RangeError(`Player ${player} does not have ${stake}.`);
    }
  });
}

// The player's bet with this request id, if any. Call this before
// `takeBet`, which throws on a retry after bets have closed.
export function findBet(request, player) {
  const { details, ...rest } = find.get(request, player) ?? {};
  return details && { ...JSON.parse(details), ...rest };
}

// The bets to pass to `settleOpenBets`.
export const openBets = () =>
  listOpen.all().map(({ id, player, details }) => ({
    ...JSON.parse(details),
    id,
    player,
  }));

// Closes a bet and credits its player. A repeated call has no effect.
export function pay({ id, player }, { outcome, returned }) {
  inTransaction(() => {
    if (close.run(outcome, returned, id).changes === 1) {
      credit.run(returned, player);
    }
  });
}

function inTransaction(work) {
  db.exec("begin immediate");
  try {
    work();
    db.exec("commit");
  } catch (error) {
    db.exec("rollback");
    throw error;
  }
}
