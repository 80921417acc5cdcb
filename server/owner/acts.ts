import { addressAt, selectMoves } from "../account/auth/move-account.ts";
import { COMMAND_LINE } from "../store/audit.ts";
import type { OwnerAction } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import { readTexts } from "../store/stored-value.ts";

/** An act of an owner, or at the command line. */
export interface OwnerAct {
  readonly atMs: number;
  readonly action: OwnerAction;
  /**
   * Whose account, by the address that it had then; null where nobody's was touched, it was deleted, or the
   * address was left before such addresses were kept.
   */
  readonly email: string | null;
  /** The address that the account has now, where that is another one. */
  readonly emailNow: string | null;
  /** Who did it in the back office, by e-mail address; null: somebody at the command line. */
  readonly by: string | null;
  readonly detail: Readonly<Record<string, string>>;
}

/** The newest acts, `limit` at most. */
export async function listActs({ db }: Store, limit: number): Promise<OwnerAct[]> {
  const rows = await db
    .selectFrom("audit")
    .leftJoin("account_user", "account_user.id", "audit.account_id")
    .selectAll("audit")
    .select("account_user.email")
    .where("audit.acted_by", "is not", null)
    .orderBy("audit.at", "desc")
    .orderBy("audit.id")
    .limit(limit)
    .execute();
  const moves = await selectMoves(db)
    .where("audit.account_id", "in", (acts) =>
      acts.selectFrom("audit").select("account_id").where("acted_by", "is not", null),
    )
    .execute();
  const movesOf = Map.groupBy(moves, ({ accountId }) => accountId);
  return rows.map((row) => {
    const email = addressAt(row.email, movesOf.get(row.account_id ?? "") ?? [], row.at);
    return {
      atMs: row.at,
      // Only `recordAct` writes it.
      action: row.action as OwnerAction,
      email,
      emailNow: row.email === email ? null : row.email,
      by: row.acted_by === COMMAND_LINE ? null : row.acted_by,
      detail: readTexts(row.detail),
    };
  });
}
