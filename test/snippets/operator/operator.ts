import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { roundAt } from "../../../src/round/phases.ts";
import { openOperator } from "../../../src/snippets/operator.ts";
import type { OperatorOptions } from "../../../src/snippets/operator.ts";
import { startListening } from "../../support/listening-service.ts";
import { listen } from "../../support/running-service.ts";
import { tempFolder } from "../../support/temp-store.ts";

/** Three seconds into a round of a signed day: bets in the card games are open for twelve more. */
const START_MS = Date.UTC(2026, 6, 1, 12, 0, 3);

export interface ShownBet {
  id: number;
  round: number;
  market: string;
  stake: number;
  outcome: string | null;
  returned: number | null;
}

export class Player {
  #url: string;
  #cookie = "";

  constructor(url: string) {
    this.#url = url;
  }

  /** Continues at another URL, as after a restart on another port. */
  moveTo(url: string): void {
    this.#url = url;
  }

  async post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(this.#url + path, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: this.#cookie, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const [cookie] = response.headers.getSetCookie();
    this.#cookie = cookie?.split(";")[0] ?? this.#cookie;
    const content = (await response.json()) as {
      code?: string;
      detail?: string;
      bet?: ShownBet;
      bets?: ShownBet[];
      balance?: number;
    };
    return { status: response.status, ...content };
  }

  async overview(): Promise<{ balance: number; bets: ShownBet[] }> {
    const { balance = NaN, bets = [] } = await this.post("/api/session", {});
    return { balance, bets };
  }
}

/** An operator in this process, with a service whose clock is stopped until the test moves it. */
export async function startOperator(changes: Partial<OperatorOptions> = {}) {
  const tableside = await startListening({ nowMs: START_MS - 60_000 });
  tableside.clock.nowMs = START_MS;
  let monotonicMs = 0;
  const reports: string[] = [];
  const options: OperatorOptions = {
    service: tableside.url,
    tableKey: "k",
    file: join(await tempFolder(), "operator.sqlite"),
    report: (text) => void reports.push(text),
    monotonicMs: () => monotonicMs,
    ...changes,
  };
  const { db, serve, settleBets } = openOperator(options);
  onTestFinished(() => db.close());
  const { url, end } = await listen((request, response) => void serve(request, response));
  onTestFinished(end);
  return {
    tableside,
    db,
    url,
    reports,
    options,
    settle: settleBets,
    advance(ms: number) {
      tableside.clock.nowMs += ms;
      monotonicMs += ms;
    },
    round: () => roundAt(tableside.clock.nowMs, 30_000),
    async player() {
      const player = new Player(url);
      await player.overview();
      return player;
    },
  };
}

/** The faults in an operator's books: unbalanced transfers, and bets with the wrong amounts. */
export function faultsOfBooks(db: DatabaseSync): unknown[] {
  const faults = db.prepare(`
    SELECT ref AS fault FROM posting GROUP BY ref HAVING sum(amount) <> 0
    UNION ALL SELECT 'bet ' || bet.id FROM bet
      LEFT JOIN posting AS stake ON stake.ref = 'stake:' || bet.id AND stake.account = 'stakes'
      LEFT JOIN posting AS paid
        ON paid.ref = 'settle:' || bet.id AND paid.account = 'player:' || bet.player
      WHERE stake.amount IS NOT bet.stake OR paid.amount IS NOT bet.returned
    UNION ALL SELECT 'below zero: ' || account FROM posting
      GROUP BY account HAVING sum(amount) < 0 AND account NOT IN ('mint', 'operator')
    UNION ALL SELECT 'stakes' WHERE (SELECT coalesce(sum(amount), 0) FROM posting WHERE account = 'stakes')
      <> (SELECT coalesce(sum(stake), 0) FROM bet WHERE outcome IS NULL)`);
  return faults.all();
}

let count = 0;

/** A bet on Player in a Baccarat round, with a new id each time. */
export function wager(round: number, changes: object = {}) {
  count += 1;
  return {
    id: `request-${count}`,
    game: "baccarat",
    round,
    market: "player",
    stake: 1_000,
    ...changes,
  };
}
