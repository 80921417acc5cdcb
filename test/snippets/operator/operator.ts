import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { roundAt } from "../../../src/round/phases.ts";
import { Bets } from "../../../src/snippets/operator/bets.ts";
import { openDatabase } from "../../../src/snippets/operator/database.ts";
import { Ledger } from "../../../src/snippets/operator/ledger.ts";
import { Players } from "../../../src/snippets/operator/players.ts";
import { proofs } from "../../../src/snippets/operator/proofs.ts";
import type { ProofOf } from "../../../src/snippets/operator/proofs.ts";
import { faultsOfBooks, reconcile } from "../../../src/snippets/operator/reconcile.ts";
import { Service } from "../../../src/snippets/operator/service.ts";
import { settleBets } from "../../../src/snippets/operator/settling.ts";
import type { SettlingDeps } from "../../../src/snippets/operator/settling.ts";
import { createSite } from "../../../src/snippets/operator/site.ts";
import { startListening } from "../../support/listening-service.ts";
import type { ListeningService } from "../../support/listening-service.ts";
import { tempFolder } from "../../support/temp-store.ts";

/** Three seconds into a round, whose day was signed before: bets of the card games are open for twelve more. */
const START_MS = Date.UTC(2026, 6, 1, 12, 0, 3);

/** What the operator shows of a bet. */
export interface ShownBet {
  id: number;
  round: number;
  market: string;
  stake: number;
  outcome: string | null;
  returned: number | null;
}

/** A browser with a session at the operator. */
export class Player {
  #url: string;
  #cookie = "";

  constructor(url: string) {
    this.#url = url;
  }

  /** Goes on at another address, as when a process came back elsewhere. */
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
    const answer = (await response.json()) as {
      code?: string;
      detail?: string;
      bet?: ShownBet;
      bets?: ShownBet[];
      balance?: number;
    };
    return { status: response.status, ...answer };
  }

  async overview(): Promise<{ balance: number; bets: ShownBet[] }> {
    const { balance = NaN, bets = [] } = await this.post("/api/session", {});
    return { balance, bets };
  }
}

/** An operator in this process, with a service whose clock stands still until the test moves it. */
export async function startOperator(settling: Partial<SettlingDeps> = {}, paytable = {}) {
  const tableside = await startListening({ nowMs: START_MS - 60_000 });
  tableside.clock.nowMs = START_MS;
  const db = openDatabase(join(await tempFolder(), "operator.sqlite"));
  onTestFinished(() => db.close());
  const ledger = new Ledger(db);
  const bets = new Bets(db, ledger);
  const players = new Players(db, ledger);
  let monotonicMs = 0;
  const service = new Service(tableside.url, () => monotonicMs);
  const reports: string[] = [];
  const report = (text: string) => void reports.push(text);
  const server = createServer(
    createSite({
      db,
      ledger,
      bets,
      players,
      service,
      report,
      tableKey: "k",
      isBehindProxy: true,
      paytable: JSON.stringify(paytable),
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const deps: SettlingDeps = {
    db,
    bets,
    service,
    report,
    proofOf: null,
    voidAfterMs: 86_400_000,
    ...settling,
  };
  return {
    tableside,
    db,
    url,
    reports,
    deps,
    ledger,
    players,
    /** Lets time pass, here and at the service. */
    advance(ms: number) {
      tableside.clock.nowMs += ms;
      monotonicMs += ms;
    },
    round: () => roundNow(tableside),
    async player() {
      const player = new Player(url);
      await player.overview();
      return player;
    },
    settle: (more: Partial<SettlingDeps> = {}) => settleBets({ ...deps, ...more }),
    faults: () => faultsOfBooks(db),
    reconcile: (date: string, proofOf: ProofOf = proofs(tableside.url, [])) =>
      reconcile({ db, bets, proofOf }, date),
  };
}

const roundNow = ({ clock }: ListeningService) => roundAt(clock.nowMs, 30_000);

let count = 0;

/** A bet on the Player of a round of Baccarat, each under an id of its own. */
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
