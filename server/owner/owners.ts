import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../src/round/phases.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import type { Vault } from "../access/vault.ts";
import type { Hashing } from "../account/auth/password-hashing.ts";
import { takeCode } from "../account/auth/second-factors.ts";
import type { CodeFault } from "../account/auth/second-factors.ts";
import { normaliseEmail } from "../account/email-address.ts";
import { actingAs, recordAction } from "../store/audit.ts";
import { randomBase62 } from "../store/ids.ts";
import { serialized } from "../store/serialized.ts";
import type { Db, Store, Transaction } from "../store/store.ts";

/*
 * Owners: accounts that may open the back office. An account loses this right with a new address, a reset password,
 * or a different second factor. Only the command line grants it.
 */

export interface Owner {
  readonly accountId: string;
  readonly email: string;
}

const LINK_MS = DAY_MS;
/** A session lasts a working day. */
export const SESSION_MS = 12 * HOUR_MS;
/** 190 random bits. */
const TOKEN_LENGTH = 32;

const mailboxOf = (typed: string) => normaliseEmail(typed).toLowerCase();

/**
 * Invites an account to the back office, which it can use once it has opened the link. An existing owner has to
 * enrol again.
 *
 * @returns the token of the link: valid once, and for a day.
 * @throws InvalidInput if there is no such account, or it has no second factor.
 */
export function addOwner(store: Store, typed: string, nowMs: number): Promise<string> {
  const email = mailboxOf(typed);
  return serialized(store, async (transaction) => {
    const account = await transaction
      .selectFrom("account_user")
      .leftJoin("account_two_factor", (join) =>
        join
          .onRef("account_two_factor.user_id", "=", "account_user.id")
          .on("account_two_factor.verified", "=", 1),
      )
      .innerJoin("account_credential", "account_credential.user_id", "account_user.id")
      .select(["account_user.id", "account_credential.password"])
      .select("account_two_factor.id as factor")
      .where("account_user.email", "=", email)
      .where("account_credential.provider_id", "=", "credential")
      .executeTakeFirst();
    if (account === undefined || account.password === null) {
      throw new InvalidInput(
        `There is no account ${JSON.stringify(email)}. Register it first, at /account/register/.`,
      );
    }
    if (account.factor === null) {
      throw new InvalidInput(
        `${JSON.stringify(email)} has no sign-in codes. Set them up first, at /account/security/.`,
      );
    }
    const enrolled = await selectOwners(transaction)
      .where("owner.account_id", "=", account.id)
      .where("owner.link_digest", "is", null)
      .executeTakeFirst();
    if (enrolled !== undefined) {
      throw new InvalidInput(
        `${JSON.stringify(email)} is already an owner. For a new link, remove the owner first.`,
      );
    }
    await transaction.deleteFrom("owner").where("account_id", "=", account.id).execute();
    const token = randomBase62(TOKEN_LENGTH);
    await transaction
      .insertInto("owner")
      .values({
        account_id: account.id,
        two_factor_id: account.factor,
        password: account.password,
        link_digest: digestOf(token),
        link_ends_at: nowMs + LINK_MS,
        since: nowMs,
      })
      .execute();
    const entry = { action: "owner_link_created", accountId: account.id, detail: {} } as const;
    await recordAction(transaction, entry, nowMs);
    return token;
  });
}

/**
 * Removes an owner, and ends all sessions.
 *
 * @throws InvalidInput if the account is not an owner.
 */
export async function removeOwner(
  transaction: Transaction,
  typed: string,
  nowMs: number,
): Promise<void> {
  const email = mailboxOf(typed);
  const removed = await transaction
    .deleteFrom("owner")
    .where("account_id", "in", (eb) =>
      eb.selectFrom("account_user").select("id").where("email", "=", email),
    )
    .returning("account_id")
    .executeTakeFirst();
  if (removed === undefined) {
    throw new InvalidInput(`${JSON.stringify(email)} is not an owner. Nothing was changed.`);
  }
  const entry = { action: "owner_removed", accountId: removed.account_id, detail: {} } as const;
  await recordAction(transaction, entry, nowMs);
}

/** The owners, and the invited accounts, whose link ends at `linkEndsAtMs`; it is null for owners. */
export async function listOwners({ db }: Pick<Store, "db">) {
  const rows = await selectOwners(db)
    .select(["owner.since as sinceMs", "owner.link_digest", "owner.link_ends_at"])
    .orderBy("account_user.email")
    .execute();
  return rows.map(({ email, sinceMs, link_digest: digest, link_ends_at: endsAtMs }) => {
    return { email, sinceMs, linkEndsAtMs: digest === null ? null : endsAtMs };
  });
}

export async function isOwner(db: Db, accountId: string): Promise<boolean> {
  const found = await selectOwners(db).where("owner.account_id", "=", accountId).executeTakeFirst();
  return found !== undefined;
}

/** The accounts that are still owners, or invited. */
function selectOwners(db: Db) {
  return db
    .selectFrom("owner")
    .innerJoin("account_user", "account_user.id", "owner.account_id")
    .innerJoin("account_credential", (join) =>
      join
        .onRef("account_credential.user_id", "=", "owner.account_id")
        .onRef("account_credential.password", "=", "owner.password")
        .on("account_credential.provider_id", "=", "credential"),
    )
    .select(["owner.account_id as accountId", "account_user.email"]);
}

/** The account that a link enrols; undefined if the link was used, has expired or is invalid. */
export function invitedBy(
  { db }: Pick<Store, "db">,
  token: string,
  nowMs: number,
): Promise<Owner | undefined> {
  return selectOwners(db)
    .where("owner.link_digest", "=", digestOf(token))
    .where("owner.link_ends_at", ">", nowMs)
    .executeTakeFirst();
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  /** The token of an enrolment link; null for an enrolled owner. */
  readonly token: string | null;
}

/**
 * Signs an owner in with password and code. Wrong codes count only after the right password, so nobody without the
 * password can lock an owner out.
 *
 * @returns the token of the session, for the browser's cookie.
 * @throws BusyError if too many passwords are being checked.
 */
export async function signIn(
  { store, vault, hashing }: { store: Store; vault: Vault; hashing: Hashing },
  { email, password, code, token }: Credentials,
  nowMs: number,
): Promise<{ readonly session: string } | { readonly fault: CodeFault }> {
  const digest = token === null ? null : digestOf(token);
  const selectOwner = (db: Db) =>
    selectOwners(db)
      .select("owner.password")
      .where("account_user.email", "=", mailboxOf(email))
      .where("owner.link_digest", digest === null ? "is" : "=", digest)
      .$if(digest !== null, (found) => found.where("owner.link_ends_at", ">", nowMs))
      .executeTakeFirst();
  const known = await selectOwner(store.db);
  if (known === undefined) {
    // Takes as long as for an owner, so the time reveals nothing.
    await hashing.hash(password);
    return { fault: "wrong_code" };
  }
  if (!(await hashing.verify({ hash: known.password, password }))) {
    return { fault: "wrong_code" };
  }
  return serialized(store, async (transaction) => {
    const owner = await selectOwner(transaction);
    // Hashing takes a while, and the owner may have been removed in the meantime.
    if (owner === undefined || owner.password !== known.password) {
      return { fault: "wrong_code" };
    }
    const { accountId } = owner;
    const fault = await takeCode(transaction, vault, accountId, code, nowMs, "app");
    if (fault !== null) {
      return { fault };
    }
    await transaction
      .updateTable("owner")
      .set({ link_digest: null })
      .where("account_id", "=", accountId)
      .execute();
    const session = randomBase62(TOKEN_LENGTH);
    await transaction.deleteFrom("owner_session").where("ends_at", "<=", nowMs).execute();
    await transaction
      .insertInto("owner_session")
      .values({ digest: digestOf(session), account_id: accountId, ends_at: nowMs + SESSION_MS })
      .execute();
    const action = token === null ? "signed_in" : "owner_enrolled";
    await actingAs(owner.email, () =>
      recordAction(transaction, { action, accountId: null, detail: {} }, nowMs),
    );
    return { session };
  });
}

/** The owner of a session; undefined if the token has expired or is invalid, or the owner was removed. */
export function sessionOwner(
  { db }: Pick<Store, "db">,
  token: string,
  nowMs: number,
): Promise<Owner | undefined> {
  return selectOwners(db)
    .innerJoin("owner_session", "owner_session.account_id", "owner.account_id")
    .where("owner_session.digest", "=", digestOf(token))
    .where("owner_session.ends_at", ">", nowMs)
    .executeTakeFirst();
}

export async function endSession({ db }: Pick<Store, "db">, token: string): Promise<void> {
  await db.deleteFrom("owner_session").where("digest", "=", digestOf(token)).execute();
}

/** The stored form of a token, from which the token cannot be recovered. */
function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
