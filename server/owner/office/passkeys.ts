import type { Transaction } from "kysely";
import { MAX_PASSKEYS } from "../../../src/account/max-passkeys.ts";
import { newId } from "../../access/base62.ts";
import type { Vault } from "../../access/vault.ts";
import {
  claimIn,
  creationOptions,
  readNewPasskey,
  readSignature,
  requestOptions,
} from "../../account/auth/passkey-answers.ts";
import { createPasskeyChallenges } from "../../account/auth/passkey-challenges.ts";
import { nameOf, takeChallenge } from "../../account/auth/passkeys.ts";
import type { Asked, PasskeyInfo } from "../../account/auth/passkeys.ts";
import type { RelyingParty } from "../../account/auth/relying-party.ts";
import type { Schema } from "../../store/schema.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { actingAs, recordAct } from "../acts.ts";
import type { OwnerAction } from "../acts.ts";
import type { OfficeUser } from "./users.ts";

/** What a browser answers, with the cookie that it was asked with. */
export interface PasskeyAnswer {
  readonly text: string;
  readonly cookie: string;
}

/**
 * The passkeys of those who may come in. One signs in by itself, as those of accounts do: it has checked who
 * holds it. Password and code go on working beside it, and an invitation anew takes all of them away.
 */
export interface OfficePasskeys {
  list(userId: string): Promise<PasskeyInfo[]>;
  /** Asks a browser to make one. Whoever may have it made has typed password and code just before. */
  askToAdd(user: OfficeUser, nowMs: number): Promise<Asked>;
  add(
    user: OfficeUser,
    answer: PasskeyAnswer & { readonly name: string },
    nowMs: number,
  ): Promise<"added" | "refused" | "too_many">;
  /** Gives false if there is none. */
  remove(user: OfficeUser, id: string, nowMs: number): Promise<boolean>;
  /** Asks any browser for one, without knowing whose. */
  askToSignIn(nowMs: number): Promise<Asked>;
  /** Whose passkey has signed, once; undefined when it is not to be believed, whyever. */
  signIn(answer: PasskeyAnswer, nowMs: number): Promise<OfficeUser | undefined>;
}

/** Collaborators of the back office's passkeys. */
interface OfficePasskeyDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly party: RelyingParty;
}

export function createOfficePasskeys({ store, vault, party }: OfficePasskeyDeps): OfficePasskeys {
  const { db } = store;
  const challenges = createPasskeyChallenges(vault.derive("office passkey challenges"));

  return {
    async list(userId) {
      const rows = await db
        .selectFrom("office_passkey")
        .select(["id", "name", "created_at", "used_at"])
        .where("user_id", "=", userId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(({ id, name, created_at: createdAtMs, used_at: usedAtMs }) => ({
        id,
        name,
        createdAtMs,
        usedAtMs,
      }));
    },
    async askToAdd({ id: accountId, email }, nowMs) {
      const { challenge, cookie } = challenges.issue({ sessionId: accountId }, nowMs);
      const rows = await db
        .selectFrom("office_passkey")
        .select("credential_id")
        .where("user_id", "=", accountId)
        .execute();
      const known = rows.map((row) => row.credential_id);
      return {
        options: await creationOptions(party, { accountId, email, known }, challenge),
        cookie,
      };
    },
    async add(user, { text, cookie, name }, nowMs) {
      const challenge = challenges.read(cookie, { sessionId: user.id }, nowMs);
      const made = challenge && (await readNewPasskey(party, text, challenge));
      if (!made) {
        return "refused";
      }
      return serialized(store, async (transaction) => {
        const own = await transaction
          .selectFrom("office_passkey")
          .select("id")
          .where("user_id", "=", user.id)
          .execute();
        if (own.length >= MAX_PASSKEYS) {
          return "too_many";
        }
        // Whoever was removed meanwhile gets none.
        const isThere = await transaction
          .selectFrom("office_user")
          .select("id")
          .where("id", "=", user.id)
          .executeTakeFirst();
        if (isThere === undefined || !(await takeChallenge(transaction, challenge, nowMs))) {
          return "refused";
        }
        const added = await transaction
          .insertInto("office_passkey")
          .values({
            id: newId("opk"),
            user_id: user.id,
            name: nameOf(name),
            credential_id: made.credentialId,
            public_key: made.publicKey,
            counter: made.counter,
            created_at: nowMs,
            used_at: null,
          })
          .onConflict((conflict) => conflict.column("credential_id").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (added === undefined) {
          return "refused";
        }
        await note(transaction, user, "passkey_added", nameOf(name), nowMs);
        return "added";
      });
    },
    remove: (user, id, nowMs) =>
      serialized(store, async (transaction) => {
        const removed = await transaction
          .deleteFrom("office_passkey")
          .where("id", "=", id)
          .where("user_id", "=", user.id)
          .returning("name")
          .executeTakeFirst();
        if (removed !== undefined) {
          await note(transaction, user, "passkey_removed", removed.name, nowMs);
        }
        return removed !== undefined;
      }),
    async askToSignIn(nowMs) {
      const { challenge, cookie } = challenges.issue("sign-in", nowMs);
      return { options: await requestOptions(party, challenge), cookie };
    },
    async signIn({ text, cookie }, nowMs) {
      const challenge = challenges.read(cookie, "sign-in", nowMs);
      const claim = challenge === undefined ? undefined : claimIn(text);
      if (challenge === undefined || claim === undefined) {
        return undefined;
      }
      const known = await db
        .selectFrom("office_passkey")
        .select(["credential_id as credentialId", "public_key as publicKey"])
        .where("credential_id", "=", claim.credentialId)
        .where("user_id", "=", claim.accountId)
        .executeTakeFirst();
      const counter = known && (await readSignature(party, text, challenge, known));
      if (known === undefined || counter === undefined) {
        return undefined;
      }
      return serialized(store, async (transaction) => {
        const passkey = await transaction
          .selectFrom("office_passkey")
          .innerJoin("office_user", "office_user.id", "office_passkey.user_id")
          .select(["office_passkey.id", "name", "counter", "user_id", "email"])
          .where("credential_id", "=", known.credentialId)
          .executeTakeFirst();
        if (passkey === undefined || !(await takeChallenge(transaction, challenge, nowMs))) {
          return undefined;
        }
        const user = { id: passkey.user_id, email: passkey.email };
        // One that goes back was copied. Some never count.
        if (counter <= passkey.counter && counter + passkey.counter !== 0) {
          await note(transaction, user, "passkey_refused", passkey.name, nowMs);
          return undefined;
        }
        await transaction
          .updateTable("office_passkey")
          .set({ counter, used_at: nowMs })
          .where("id", "=", passkey.id)
          .execute();
        await note(transaction, user, "signed_in", passkey.name, nowMs);
        return user;
      });
    },
  };
}

function note(
  transaction: Transaction<Schema>,
  { email }: OfficeUser,
  action: OwnerAction,
  passkey: string,
  nowMs: number,
): Promise<void> {
  const act = { action, accountId: null, detail: { passkey } };
  return actingAs(email, () => recordAct(transaction, act, nowMs));
}
