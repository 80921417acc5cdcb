import type { Transaction } from "kysely";
import { newId } from "../../access/base62.ts";
import { InvalidInput } from "../../access/errors.ts";
import type { Vault } from "../../access/vault.ts";
import { newTotpSecret, periodOf } from "../../account/auth/one-time-code.ts";
import { normaliseEmail } from "../../account/email-address.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import { actingAs, recordAct } from "../acts.ts";
import { digestOf, newToken } from "./tokens.ts";

/** Somebody who may open the back office. */
export interface OfficeUser {
  readonly id: string;
  readonly email: string;
}

/** Somebody with an invitation that is open. */
export interface Invited extends OfficeUser {
  /** What their authenticator app needs, in base32. */
  readonly secret: string;
}

const INVITATION_MS = 24 * 3_600_000;

/**
 * Invites somebody. Whoever was here before, and lost their phone or password, begins anew: neither opens
 * anything any more.
 *
 * @returns the token of the link: valid once, and for a day.
 * @throws InvalidInput when that is no e-mail address.
 */
export function invite(store: Store, vault: Vault, typed: string, nowMs: number): Promise<string> {
  const email = addressOf(typed);
  return serialized(store, (transaction) => putInvitation(transaction, vault, email, nowMs));
}

/**
 * Invites somebody in the name of somebody who is in. Who has access already keeps it: otherwise one could
 * take a colleague's place by inviting them again. An invitation that is open gives way to the new one.
 *
 * @returns the token of the link: valid once, and for a day.
 * @throws InvalidInput when that is no e-mail address, they have access, or `by` has none any more.
 */
export function inviteColleague(
  store: Store,
  vault: Vault,
  typed: string,
  by: OfficeUser,
  nowMs: number,
): Promise<string> {
  const email = addressOf(typed);
  return serialized(store, async (transaction) => {
    await requireAccess(transaction, by);
    const known = await transaction
      .selectFrom("office_user")
      .select("password")
      .where("email", "=", email)
      .executeTakeFirst();
    if (known !== undefined && known.password !== null) {
      throw new InvalidInput(
        `${email} has access already. Who has lost phone or password is removed, and then invited anew.`,
      );
    }
    return putInvitation(transaction, vault, email, nowMs);
  });
}

/** Puts an invitation in place of whatever the address had. */
async function putInvitation(
  transaction: Transaction<Schema>,
  vault: Vault,
  email: string,
  nowMs: number,
): Promise<string> {
  await transaction.deleteFrom("office_user").where("email", "=", email).execute();
  const [id, token] = [newId("usr"), newToken()];
  await transaction
    .insertInto("office_user")
    .values({
      id,
      email,
      password: null,
      totp_sealed: vault.seal(id, newTotpSecret()),
      totp_step: 0,
      misses: 0,
      missed_at: 0,
      invite_digest: digestOf(token),
      invite_ends_at: nowMs + INVITATION_MS,
      created_at: nowMs,
    })
    .execute();
  const detail = { person: email };
  await recordAct(transaction, { action: "invited", accountId: null, detail }, nowMs);
  return token;
}

/**
 * Takes an invitation back: its link opens nothing any more.
 *
 * @throws InvalidInput when there is none that nobody has accepted, or `by` has no access any more.
 */
export function withdraw(
  store: Store,
  typed: string,
  by: OfficeUser,
  nowMs: number,
): Promise<void> {
  return serialized(store, async (transaction) => {
    await requireAccess(transaction, by);
    const email = addressOf(typed);
    const gone = await transaction
      .deleteFrom("office_user")
      .where("email", "=", email)
      .where("password", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (gone === undefined) {
      throw new InvalidInput(`No invitation of ${email} is open: it was accepted or withdrawn.`);
    }
    const detail = { person: email };
    await recordAct(
      transaction,
      { action: "invitation_withdrawn", accountId: null, detail },
      nowMs,
    );
  });
}

/**
 * Takes a colleague's access away, at once, in the name of somebody who is in. Somebody always stays.
 *
 * @throws InvalidInput when there is nobody of that address, nobody else is left, or `by` has no access any more.
 */
export function removeColleague(
  store: Store,
  typed: string,
  by: OfficeUser,
  nowMs: number,
): Promise<void> {
  const email = addressOf(typed);
  return serialized(store, async (transaction) => {
    // Two who remove each other at once: the second of them is not there any more.
    await requireAccess(transaction, by);
    const others = await transaction
      .selectFrom("office_user")
      .select("id")
      .where("email", "!=", email)
      .where("password", "is not", null)
      .limit(1)
      .execute();
    if (others.length === 0) {
      throw new InvalidInput("Nobody else may come in, so nobody can be removed.");
    }
    await removeUser(transaction, email, nowMs);
  });
}

/** @throws InvalidInput when somebody was removed, or invited anew, since they signed in. */
async function requireAccess(transaction: Transaction<Schema>, { id }: OfficeUser): Promise<void> {
  const user = await transaction
    .selectFrom("office_user")
    .select("id")
    .where("id", "=", id)
    .where("password", "is not", null)
    .executeTakeFirst();
  if (user === undefined) {
    throw new InvalidInput("You have no access any more.");
  }
}

/** Whose invitation a token is; undefined when it is used up, too old or made up. */
export async function invitedBy(
  { db }: Pick<Store, "db">,
  vault: Vault,
  token: string,
  nowMs: number,
): Promise<Invited | undefined> {
  const row = await db
    .selectFrom("office_user")
    .selectAll()
    .where("invite_digest", "=", digestOf(token))
    .where("invite_ends_at", ">", nowMs)
    .executeTakeFirst();
  const secret = row && vault.open(row.id, row.totp_sealed);
  return secret === undefined ? undefined : { id: row?.id ?? "", email: row?.email ?? "", secret };
}

/** How somebody accepts an invitation. */
export interface Acceptance {
  readonly token: string;
  readonly passwordHash: string;
  /** The first one-time code: it shows that the authenticator works. */
  readonly code: string;
}

/** Accepts an invitation; undefined when its token opens nothing, or the code is not right. */
export async function accept(
  store: Store,
  vault: Vault,
  { token, passwordHash, code }: Acceptance,
  nowMs: number,
): Promise<OfficeUser | undefined> {
  const invited = await invitedBy(store, vault, token, nowMs);
  const step = invited && periodOf(invited.secret, code, nowMs);
  if (step === undefined) {
    return undefined;
  }
  return serialized(store, async (transaction) => {
    const joined = await transaction
      .updateTable("office_user")
      .set({ password: passwordHash, totp_step: step, invite_digest: null, invite_ends_at: null })
      // Fails if it was accepted meanwhile.
      .where("invite_digest", "=", digestOf(token))
      .returning(["id", "email"])
      .executeTakeFirst();
    if (joined !== undefined) {
      await actingAs(joined.email, () =>
        recordAct(transaction, { action: "joined", accountId: null, detail: {} }, nowMs),
      );
    }
    return joined;
  });
}

/**
 * Takes somebody's access away, at once.
 *
 * @throws InvalidInput when there is nobody of that address.
 */
export function remove(store: Store, typed: string, nowMs: number): Promise<void> {
  const email = addressOf(typed);
  return serialized(store, (transaction) => removeUser(transaction, email, nowMs));
}

async function removeUser(
  transaction: Transaction<Schema>,
  email: string,
  nowMs: number,
): Promise<void> {
  const gone = await transaction
    .deleteFrom("office_user")
    .where("email", "=", email)
    .returning("id")
    .executeTakeFirst();
  if (gone === undefined) {
    throw new InvalidInput(`Nobody ${JSON.stringify(email)} may open the back office.`);
  }
  const detail = { person: email };
  await recordAct(transaction, { action: "removed", accountId: null, detail }, nowMs);
}

/** @throws InvalidInput when that is no e-mail address. */
function addressOf(typed: string): string {
  const email = normaliseEmail(typed).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new InvalidInput(`${JSON.stringify(typed)} is no e-mail address.`);
  }
  return email;
}

/** Somebody in the list of who may open the back office. */
export interface ListedUser {
  readonly email: string;
  /** Whether the invitation was accepted. */
  readonly hasJoined: boolean;
  readonly sinceMs: number;
  /** When the invitation ends, epoch ms; null: it was accepted. */
  readonly endsAtMs: number | null;
}

/** Who may open the back office, or is invited to. */
export async function listUsers({ db }: Pick<Store, "db">): Promise<ListedUser[]> {
  const rows = await db.selectFrom("office_user").selectAll().orderBy("email").execute();
  return rows.map(({ email, password, created_at: sinceMs, invite_ends_at: endsAtMs }) => ({
    email,
    hasJoined: password !== null,
    sinceMs,
    endsAtMs,
  }));
}
