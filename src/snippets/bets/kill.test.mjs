import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startSandbox } from "tableside-sandbox";

// A fake wallet. Each time that money moves, it kills the process that asked, before it answers.
const moved = new Map();
let child;
const wallet = createServer(async (request, response) => {
  const key = request.headers["idempotency-key"];
  const { amount } = JSON.parse(Buffer.concat(await request.toArray()));
  if (moved.has(key)) return response.end();
  moved.set(key, amount);
  child.kill("SIGKILL");
}).listen(0, "127.0.0.1");
await once(wallet, "listening");

test("killed after the debit and after the credit, it moves both once", async (t) => {
  const sandbox = await startSandbox({ script: { rate: 0 } });
  const file = join(mkdtempSync(join(tmpdir(), "bets-")), "bets.sqlite");
  t.after(() => Promise.all([sandbox.stop(), child.kill("SIGKILL"), wallet.close()]));
  const start = (...args) => {
    const WALLET_URL = `http://127.0.0.1:${wallet.address().port}/`;
    const env = { ...process.env, TABLESIDE_URL: sandbox.url, BETS_DB: file, WALLET_URL };
    child = spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: "inherit" });
    return once(child, "exit");
  };

  const { round } = await sandbox.command({ do: "next", game: "baccarat", outcome: "tie" });
  const bet = { id: "my-bet-1", game: "baccarat", round, market: "tie", stake: 100 };
  const take = `import { takeBet } from "./take.mjs"; await takeBet("ann", ${JSON.stringify(bet)})`;
  await start("--input-type=module", "-e", take);
  assert.deepEqual([...moved.values()], [-100]);

  await sandbox.command({ do: "move", to: "result", game: "baccarat" });
  await start("run.mjs"); // It has the debit confirmed, settles, and dies of the credit.
  assert.deepEqual([...moved.values()], [-100, 900]);

  start("run.mjs");
  // The program that was killed may have left the file locked for a moment.
  const db = new DatabaseSync(file, { timeout: 60_000 });
  const state = db.prepare("SELECT state FROM bet");
  while (state.get().state !== "done") await pause(50);
  assert.deepEqual([...moved.values()], [-100, 900]);
});
