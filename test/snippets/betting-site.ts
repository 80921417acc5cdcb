import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { tempFolder } from "../support/temp-store.ts";
import { runToEnd } from "./program.ts";

/** The folder of the files that a reader copies. */
export const BETS = fileURLToPath(new URL("../../src/snippets/bets", import.meta.url));
const DYING = fileURLToPath(new URL("./operator/dying.mjs", import.meta.url));

/** A bet as a browser sends it. */
export interface WantedBet {
  readonly id: string;
  readonly game: string;
  readonly round: number;
  readonly market: string;
  readonly teams?: readonly string[];
  readonly stake: number;
}

/** A reader's own programs. */
const run = (code: string) => [process.execPath, "--input-type=module", "-e", code];
const SETTLE = run(`import { settleBets } from "./settle.mjs"; await settleBets();`);
const SEND = run(`import { sendToWallet } from "./wallet.mjs"; await sendToWallet();`);
const take = (player: string, bets: readonly WantedBet[]) =>
  run(`import { takeBet } from "./take.mjs";
    for (const bet of ${JSON.stringify(bets)}) {
      await takeBet(${JSON.stringify(player)}, bet).then(
        ({ state }) => console.log(state),
        ({ message }) => console.log(message),
      );
    }`);

/** The bets of a site on a service: each step is a process of its own, as after a restart. */
export async function openSite(serviceUrl: string) {
  const file = join(await tempFolder(), "bets.sqlite");
  const wallet = await openWallet();
  const env = { TABLESIDE_URL: serviceUrl, BETS_DB: file, WALLET_URL: wallet.url };
  const step = (command: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runToEnd(command, { ...env, ...more }, BETS);
  /** Has a step die as of `kill -9` at a moment, such as "UPDATE bet 1 after". */
  const dying = (command: readonly string[], moment: string) =>
    step([process.execPath, "--import", DYING, ...command.slice(1)], { DIES_AT: moment });
  return {
    wallet,
    env,
    /** What each bet came to: its state, or why it was not taken. */
    async take(bets: readonly WantedBet[], player = "ann") {
      const { output } = await step(take(player, bets));
      return output.split("\n").filter((line) => line !== "" && !line.startsWith("The wallet did"));
    },
    settle: () => step(SETTLE),
    send: () => step(SEND),
    void: (round: readonly string[], more?: Readonly<Record<string, string>>) =>
      step([process.execPath, "void.mjs", ...round], more),
    dyingTake: (bet: WantedBet, moment: string) => dying(take("ann", [bet]), moment),
    dyingSettle: (moment: string) => dying(SETTLE, moment),
    dyingSend: (moment: string) => dying(SEND, moment),
    query(sql: string, ...values: (string | number)[]) {
      const db = new DatabaseSync(file, { timeout: 5_000 });
      const rows = db.prepare(sql).all(...values);
      db.close();
      return rows;
    },
    states() {
      return this.query("SELECT state FROM bet ORDER BY id").map(({ state }) => state);
    },
  };
}

/** How a wallet takes a request: it does what it should, and may fail to say so. */
export type Mood = "answers" | "refuses" | "loses the answer" | "is down";

/** A wallet that does each key once, and remembers what it refused. */
async function openWallet() {
  const answers = new Map<string, number>();
  const moved: [key: string, amount: number][] = [];
  const asked: string[] = [];
  const wallet = {
    url: "",
    mood: "answers" as Mood,
    asked,
    /** The amounts moved, in their order. */
    amounts: () => moved.map(([, amount]) => amount),
  };
  const server = createServer(async (request, response) => {
    const key = String(request.headers["idempotency-key"]);
    const { amount } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push(key);
    if (wallet.mood === "is down") {
      response.writeHead(503).end();
      return;
    }
    if (!answers.has(key)) {
      answers.set(key, wallet.mood === "refuses" ? 402 : 200);
      if (wallet.mood !== "refuses") {
        moved.push([key, amount]);
      }
    }
    if (wallet.mood === "loses the answer") {
      response.destroy();
      return;
    }
    response.writeHead(answers.get(key) ?? 500).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  wallet.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wallet`;
  return wallet;
}
