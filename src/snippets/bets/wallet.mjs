import { db } from "./bets.mjs";

db.exec(`CREATE TABLE IF NOT EXISTS payout (bet INTEGER PRIMARY KEY,
  player TEXT NOT NULL, amount INTEGER NOT NULL, sent INTEGER NOT NULL)`);
const insert = db.prepare("INSERT INTO payout VALUES (?, ?, ?, 0)");
const unsent = db.prepare("SELECT * FROM payout WHERE sent = 0 ORDER BY bet");
const setSent = db.prepare("UPDATE payout SET sent = 1 WHERE bet = ?");

/** For `settleBets`: stored in the transaction that closes the bet. */
export function queuePayout({ id, player }, returned) {
  if (returned > 0) insert.run(id, player, returned);
}

/** Sends what was not sent. What fails goes out with the next call. */
export async function sendPayouts() {
  for (const { bet, player, amount } of unsent.all()) {
    try {
      await send(`bet-${bet}`, { player, amount });
      setSent.run(bet);
    } catch (error) {
      console.error(`Bet ${bet} is not paid yet: ${error.message}`);
    }
  }
}

async function send(key, credit) {
  const response = await fetch(process.env.WALLET_URL, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(credit),
    redirect: "error",
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The wallet answered ${response.status}.`);
}
