import { serviceClock } from "tableside/client";
import { betsCloseAtMs, checkBet } from "tableside/settle";
import { clients, db, paytable } from "./bets.mjs";
import { debitStake } from "./wallet.mjs";

/** A player whose stake is unconfirmed for this long places no other bet. */
const UNCONFIRMED_MS = 10_000;

const clocks = new Map([...clients].map(([game, client]) => [game, serviceClock(client)]));
const find = db.prepare("SELECT * FROM bet WHERE player = ? AND clientId = ?");
const findUnconfirmed = db.prepare(`SELECT 1 FROM bet
  WHERE state = 'pending' AND player = ? AND placedAtMs < ?`);
const insert = db.prepare(`INSERT INTO bet (player, clientId, game, round,
  market, teams, stake, placedAtMs, closesAtMs, paytable)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (player, clientId) DO NOTHING`);

/**
 * Takes a bet on the round that the player saw, and has its stake debited. `id` is chosen by the browser:
 * the same id is the same bet. Returns the row of the bet; throws for a bet that is not taken.
 */
export async function takeBet(player, { id, game, round, market, teams = [], stake }) {
  if (typeof id !== "string" || !/^[\w-]{8,64}$/.test(id)) {
    throw new Error("A bet needs an id of 8 to 64 letters and digits.");
  }
  const wanted = { game, round, market, teams, stake };
  if (find.get(player, id) === undefined) await store(player, id, wanted);
  const bet = find.get(player, id);
  if (!isSame(bet, wanted)) throw new Error("There is another bet under this id.");
  await debitStake(bet);
  return find.get(player, id);
}

async function store(player, id, { game, round, market, teams, stake }) {
  const client = clients.get(game);
  if (client === undefined) throw new Error("There is no such game.");
  const now = await client.current();
  const clock = clocks.get(game);
  const closesAtMs = betsCloseAtMs(now.round, await clock.sync());
  // Nothing is waited for from here on: the bet is stored at the time that it carries.
  const placedAtMs = clock.latestMs();
  checkBet({ game, round, market, teams, stake, placedAtMs, closesAtMs });
  const isOpen = now.phase === "betting" && now.remainMs > 0;
  if (now.round !== round || !isOpen || placedAtMs >= closesAtMs) {
    throw new Error("Bets on this round are closed.");
  }
  if (findUnconfirmed.get(player, placedAtMs - UNCONFIRMED_MS) !== undefined) {
    throw new Error("The stake of an earlier bet is not confirmed yet.");
  }
  const terms = JSON.stringify(paytable);
  const named = JSON.stringify(teams);
  insert.run(player, id, game, round, market, named, stake, placedAtMs, closesAtMs, terms);
}

function isSame(bet, { teams, ...others }) {
  const isRest = Object.entries(others).every(([name, value]) => bet[name] === value);
  return isRest && bet.teams === JSON.stringify(teams);
}
