import { db } from "./bets.mjs";

db.exec(`CREATE TABLE IF NOT EXISTS payout (bet INTEGER PRIMARY KEY, player TEXT NOT NULL,
  amount INTEGER NOT NULL, sent INTEGER NOT NULL DEFAULT 0)`);
const insert = db.prepare("INSERT INTO payout (bet, player, amount) VALUES (?, ?, ?)");
const unsent = db.prepare("SELECT * FROM payout WHERE sent = 0 ORDER BY bet");
const setSent = db.prepare("UPDATE payout SET sent = 1 WHERE bet = ?");

/** What `settleBets` pays with: the payout is stored in the transaction that closes the bet. */
export function queuePayout({ id, player }, returned) {
  if (returned > 0) insert.run(id, player, returned);
}

/** Sends what was not sent. What fails stays, and goes out with the next call under the same key. */
export async function sendPayouts() {
  for (const { bet, player, amount } of unsent.all()) {
    try {
      const response = await fetch(process.env.WALLET_URL, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `bet-${bet}` },
        body: JSON.stringify({ player, amount }),
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      });
      if (!response.ok) throw new Error(`the wallet answered ${response.status}`);
      setSent.run(bet);
    } catch (error) {
      console.error(`The payout of bet ${bet} was not sent: ${error.message}.`);
    }
  }
}
