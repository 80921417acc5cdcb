import { db } from "./bets.mjs";

const unanswered = db.prepare("SELECT * FROM bet WHERE state IN ('pending', 'owed') ORDER BY id");
const setState = db.prepare("UPDATE bet SET state = ? WHERE id = ? AND state = ?");

/** Sends the wallet all that it has not answered yet. */
export async function sendToWallet() {
  for (const bet of unanswered.all()) {
    await (bet.state === "pending" ? debitStake(bet) : creditPayout(bet));
  }
}

/** Does nothing once the wallet has answered. */
export async function debitStake({ id, walletKey, player, stake, state }) {
  if (state !== "pending") return;
  const answer = await ask(`stake-${walletKey}`, { player, amount: -stake });
  if (answer === "moved") setState.run("open", id, "pending");
  if (answer === "refused") setState.run("refused", id, "pending");
}

async function creditPayout({ id, walletKey, player, returned }) {
  const answer = await ask(`payout-${walletKey}`, { player, amount: returned });
  if (answer === "moved") setState.run("done", id, "owed");
  if (answer === "refused") console.error(`The wallet refuses the payout of bet ${id}.`);
}

/**
 * Has the wallet move money, once for each key: "moved", "refused", or "unknown", to be asked again.
 * Change this function to speak to your wallet.
 */
async function ask(key, transfer) {
  try {
    const response = await fetch(process.env.WALLET_URL, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(transfer),
      redirect: "error",
      signal: AbortSignal.timeout(5_000),
    });
    if (response.ok) return "moved";
    if (response.status === 402) return "refused";
    throw new Error(`it answered ${response.status}`);
  } catch (error) {
    console.error(`The wallet did not confirm ${key}: ${error.message}`);
    return "unknown";
  }
}
