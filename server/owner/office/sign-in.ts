import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Vault } from "../../access/vault.ts";
import { periodOf } from "../../account/auth/one-time-code.ts";
import type { Hashing } from "../../account/auth/password-hashing.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import { actingAs, recordAct } from "../acts.ts";
import type { OfficeUser } from "./users.ts";

/** What somebody typed to sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

/** Why nobody was signed in. `wrong` does not say what was wrong. */
export type SignInFault = "wrong" | "locked";

const MAX_MISSES = 5;
/** After so many wrong codes none is looked at for as long. */
const LOCKED_MS = 15 * 60_000;

/** What passwords and codes are checked with. */
interface Parts {
  readonly vault: Vault;
  readonly hashing: Hashing;
}

/**
 * Signs somebody in, and writes it down.
 *
 * @throws BusyError when too many passwords are being checked.
 */
export function signIn(
  store: Store,
  parts: Parts,
  credentials: Credentials,
  nowMs: number,
): Promise<OfficeUser | SignInFault> {
  return prove(store, parts, credentials, nowMs, (transaction, { email }) =>
    actingAs(email, () =>
      recordAct(transaction, { action: "signed_in", accountId: null, detail: {} }, nowMs),
    ),
  );
}

/**
 * Checks password and one-time code. A code is taken once. Only wrong codes after the right password
 * count: who does not know the password can lock nobody out.
 *
 * @param proven done with the code, in one transaction.
 * @throws BusyError when too many passwords are being checked.
 */
export async function prove(
  store: Store,
  { vault, hashing }: Parts,
  { email, password, code }: Credentials,
  nowMs: number,
  proven: (transaction: Transaction<Schema>, user: OfficeUser) => Promise<void>,
): Promise<OfficeUser | SignInFault> {
  const { db } = store;
  const user = await db
    .selectFrom("office_user")
    .selectAll()
    .where("email", "=", email.trim().toLowerCase())
    .executeTakeFirst();
  if (user === undefined || user.password === null) {
    // It takes as long as for somebody who is known.
    await hashing.hash(password);
    return "wrong";
  }
  if (!(await hashing.verify({ hash: user.password, password }))) {
    return "wrong";
  }
  // Counted before the code is looked at: guesses that are sent at once are so many misses too.
  const mayTry = await db
    .updateTable("office_user")
    .set({
      misses: sql<number>`case when missed_at <= ${nowMs - LOCKED_MS} then 1 else misses + 1 end`,
      missed_at: nowMs,
    })
    .where("id", "=", user.id)
    .where("password", "=", user.password)
    .where((is) => is.or([is("misses", "<", MAX_MISSES), is("missed_at", "<=", nowMs - LOCKED_MS)]))
    .returning("id")
    .executeTakeFirst();
  if (mayTry === undefined) {
    return "locked";
  }
  const step = periodOf(vault.open(user.id, user.totp_sealed) ?? "", code, nowMs);
  if (step === undefined) {
    return "wrong";
  }
  return store.db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .updateTable("office_user")
      .set({ totp_step: step, misses: 0 })
      .where("id", "=", user.id)
      .where("password", "=", user.password)
      .where("totp_step", "<", step)
      .returning(["id", "email"])
      .executeTakeFirst();
    if (taken === undefined) {
      return "wrong" as const;
    }
    await proven(transaction, taken);
    return taken;
  });
}
