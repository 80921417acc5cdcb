import type { Transaction } from "kysely";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import { LOCK, periodOfCode } from "./authenticator.ts";

/*
 * Codes as they are tried: each is taken once, and wrong ones are counted until they lock all. The library counts
 * those of sign-ins in the same rows.
 */

/** The second factor of an account, confirmed or not. */
export type TwoFactorRow = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

const LOCK_MS = LOCK.durationSeconds * 1_000;

/** Whether the present lock is in the audit log. */
export async function isLockNoted(
  db: Store["db"],
  accountId: string,
  nowMs: number,
): Promise<boolean> {
  const entry = await db
    .selectFrom("audit")
    .select("id")
    .where("account_id", "=", accountId)
    .where("action", "=", "codes_locked")
    .where("at", ">", nowMs - LOCK_MS)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** The library dates its locks, and reads codes, by the machine's clock. */
export function libraryNow(): number {
  return Date.now();
}

export function rowOf(db: Store["db"], accountId: string) {
  return db
    .selectFrom("account_two_factor")
    .selectAll()
    .where("user_id", "=", accountId)
    .executeTakeFirst();
}

/** The same, held until the transaction is over: no sign-in uses up one of its codes meanwhile. */
export function holdRow(transaction: Transaction<Schema>, accountId: string) {
  return (
    transaction
      .updateTable("account_two_factor")
      // Writes the value that is already there: that locks the row on both engines.
      .set((is) => ({ user_id: is.ref("user_id") }))
      .where("user_id", "=", accountId)
      .returningAll()
      .executeTakeFirst()
  );
}

export function isLocked({ locked_until: until }: TwoFactorRow, nowMs: number): boolean {
  return until !== null && Date.parse(until) > nowMs;
}

/**
 * Whether a code is right, and neither it nor a later one was taken before. Nobody else can take it then.
 * While codes are locked none is used up.
 */
export async function claimCode(
  db: Store["db"],
  row: TwoFactorRow,
  secret: string,
  code: string,
): Promise<boolean> {
  const nowMs = libraryNow();
  const period = periodOfCode(secret, code, nowMs);
  if (period === undefined) {
    return false;
  }
  const claimed = await db
    .updateTable("account_two_factor")
    .set({ last_period: period })
    .where("id", "=", row.id)
    .where("last_period", "<", period)
    .where((is) =>
      is.or([
        is("locked_until", "is", null),
        is("locked_until", "<=", new Date(nowMs).toISOString()),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/**
 * Counts a wrong code as the library does on sign-in, which may count one at the same time. Gives whether
 * it locks all codes.
 */
export async function countWrong(
  transaction: Transaction<Schema>,
  { id }: TwoFactorRow,
  nowMs: number,
): Promise<boolean> {
  const { failed_count: count } = await transaction
    .updateTable("account_two_factor")
    .set((is) => ({
      // A lock that is over takes its count with it.
      failed_count: is
        .case()
        .when("locked_until", "is", null)
        .then(is("failed_count", "+", 1))
        .else(1)
        .end(),
      locked_until: null,
    }))
    .where("id", "=", id)
    .returning("failed_count")
    .executeTakeFirstOrThrow();
  if (count < LOCK.maxFailedAttempts) {
    return false;
  }
  const until = new Date(nowMs + LOCK_MS).toISOString();
  await transaction
    .updateTable("account_two_factor")
    .set({ locked_until: until })
    .where("id", "=", id)
    .execute();
  return true;
}
