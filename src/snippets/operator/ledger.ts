import type { DatabaseSync } from "node:sqlite";

/** What a transfer does to each account: whole units that sum to zero. */
export type Lines = Readonly<Record<string, number>>;

export const playerAccount = (player: string) => `player:${player}`;

/** The accounts. Everything that writes runs inside a transaction of the caller's. */
export class Ledger {
  readonly #insertAccount;
  readonly #insertTransfer;
  readonly #insertPosting;
  readonly #move;
  readonly #balance;

  constructor(db: DatabaseSync) {
    this.#insertAccount = db.prepare("INSERT INTO account (id) VALUES (?) ON CONFLICT DO NOTHING");
    this.#insertTransfer = db.prepare("INSERT INTO transfer (ref, at_ms) VALUES (?, ?)");
    this.#insertPosting = db.prepare(
      "INSERT INTO posting (transfer, account, amount) VALUES (?, ?, ?)",
    );
    this.#move = db.prepare("UPDATE account SET balance = balance + ? WHERE id = ?");
    this.#balance = db.prepare("SELECT balance FROM account WHERE id = ?");
  }

  /** Posts a transfer. Throws when its `ref` was posted before, or an account would fall below zero. */
  post(ref: string, atMs: number, lines: Lines): void {
    const amounts = Object.entries(lines).filter(([, amount]) => amount !== 0);
    if (!amounts.every(([, amount]) => Number.isSafeInteger(amount)) || sum(lines) !== 0) {
      throw new RangeError(`The transfer ${ref} does not sum to zero.`);
    }
    const { lastInsertRowid } = this.#insertTransfer.run(ref, atMs);
    for (const [account, amount] of amounts) {
      this.#insertAccount.run(account);
      this.#insertPosting.run(lastInsertRowid, account, amount);
      this.#move.run(amount, account);
    }
  }

  /** What an account holds; 0 for one that nothing was ever posted to. */
  balance(account: string): number {
    const row = this.#balance.get(account) as { balance: number } | undefined;
    return row?.balance ?? 0;
  }
}

function sum(lines: Lines): number {
  return Object.values(lines).reduce((total, amount) => total + amount, 0);
}
