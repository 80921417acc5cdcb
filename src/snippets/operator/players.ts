import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./database.ts";
import { playerAccount } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { Refusal } from "./refusal.ts";

/** What a new player is given to play with, in cents. */
export const GRANT = 100_000;

const HOUR_MS = 3_600_000;
/** How many new players there may be in an hour: from one network, and in all. */
export const NEWCOMERS = { perNetwork: 10, inAll: 500 };

/** Players and their sessions. A real operator has accounts here; who knows the cookie is the player. */
export class Players {
  readonly #db: DatabaseSync;
  readonly #ledger: Ledger;

  constructor(db: DatabaseSync, ledger: Ledger) {
    this.#db = db;
    this.#ledger = ledger;
  }

  /**
   * A new player with play money. Returns the secret of the session, which is stored as its hash. Throws a
   * `Refusal` when there were too many in the last hour.
   *
   * @param network where the player comes from; forgotten an hour later.
   */
  create(network: string, nowMs: number): { id: string; session: string } {
    const id = randomUUID();
    const session = randomBytes(32).toString("hex");
    transaction(this.#db, () => {
      this.#admit(network, nowMs);
      this.#db
        .prepare("INSERT INTO player (id, session_hash, created_ms) VALUES (?, ?, ?)")
        .run(id, hash(session), nowMs);
      this.#ledger.post(`grant:${id}`, nowMs, { mint: -GRANT, [playerAccount(id)]: GRANT });
    });
    return { id, session };
  }

  /** In the books and not in memory, so that a restart gives nobody more. */
  #admit(network: string, nowMs: number): void {
    this.#db
      .prepare("DELETE FROM newcomer WHERE created_ms NOT BETWEEN ? AND ?")
      .run(nowMs - HOUR_MS, nowMs);
    const { inAll, ofNetwork } = this.#db
      .prepare(
        "SELECT count(*) AS inAll, count(*) FILTER (WHERE network = ?) AS ofNetwork FROM newcomer",
      )
      .get(network) as { inAll: number; ofNetwork: number };
    if (inAll >= NEWCOMERS.inAll || ofNetwork >= NEWCOMERS.perNetwork) {
      throw new Refusal(
        429,
        "too_many_players",
        "Too many new players at once. Try again in an hour.",
        HOUR_MS / 1_000,
      );
    }
    this.#db.prepare("INSERT INTO newcomer VALUES (?, ?)").run(network, nowMs);
  }

  /** The player of a session, null for one that does not exist. */
  find(session: string): string | null {
    const row = this.#db
      .prepare("SELECT id FROM player WHERE session_hash = ?")
      .get(hash(session)) as { id: string } | undefined;
    return row?.id ?? null;
  }
}

function hash(session: string): string {
  return createHash("sha256").update(session).digest("hex");
}
