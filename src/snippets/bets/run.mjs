import { setTimeout as pause } from "node:timers/promises";
import { settleBets } from "./settle.mjs";
import { sendToWallet } from "./wallet.mjs";

// Two loops: a wallet that hangs delays no settlement.
await Promise.all([repeat(settleBets), repeat(sendToWallet)]);

async function repeat(job) {
  for (;;) {
    await job().catch(console.error); // Such as a full disk: the next turn tries again.
    await pause(1_000);
  }
}
