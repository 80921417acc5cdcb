import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./database.ts";
import { playerAccount } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";

/** What a new player is given to play with, in cents. */
export const GRANT = 100_000;

/** Players and their sessions. A real house has accounts here; who knows the cookie is the player. */
export class Players {
  readonly #db: DatabaseSync;
  readonly #ledger: Ledger;

  constructor(db: DatabaseSync, ledger: Ledger) {
    this.#db = db;
    this.#ledger = ledger;
  }

  /** A new player with play money. Returns the secret of the session, which is stored as its hash. */
  create(nowMs: number): { id: string; session: string } {
    const id = randomUUID();
    const session = randomBytes(32).toString("hex");
    transaction(this.#db, () => {
      this.#db
        .prepare("INSERT INTO player (id, session_hash, created_ms) VALUES (?, ?, ?)")
        .run(id, hash(session), nowMs);
      this.#ledger.post(`grant:${id}`, nowMs, { mint: -GRANT, [playerAccount(id)]: GRANT });
    });
    return { id, session };
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
