import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { MAX_PASSKEYS } from "../../../src/account/max-passkeys.ts";
import { newId } from "../../access/base62.ts";
import type { Vault } from "../../access/vault.ts";
import type { Schema } from "../../store/schema.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { audit } from "../audit-log.ts";
import {
  claimIn,
  creationOptions,
  readNewPasskey,
  readSignature,
  requestOptions,
} from "./passkey-answers.ts";
import { CHALLENGE_MS, createPasskeyChallenges } from "./passkey-challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

const MAX_NAME = 60;

/** A passkey, as its owner sees it. */
export interface PasskeyInfo {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** Null: not yet. */
  readonly usedAtMs: number | null;
}

/** What a browser is asked with, and the cookie that its answer comes back with. */
export interface Asked {
  readonly options: unknown;
  readonly cookie: string;
}

/** A passkey that has signed in. */
export interface PasskeyUse {
  readonly passkeyId: string;
  readonly accountId: string;
  readonly name: string;
}

/**
 * The passkeys of accounts. One signs in by itself: it has checked who holds it, so it stands for the
 * password and for the second factor. Password and recovery codes go on working beside it.
 *
 * @throws SignedOutError from all that `who` does, when the session ended meanwhile.
 */
export interface Passkeys {
  list(accountId: string): Promise<PasskeyInfo[]>;
  /** Asks a browser to make a passkey. */
  askToAdd(who: SignedIn, nowMs: number): Promise<Asked>;
  /** Adds the passkey that it has made. A challenge is answered once, whichever server comes first. */
  add(
    who: SignedIn,
    answer: { readonly text: string; readonly cookie: string; readonly name: string },
    nowMs: number,
  ): Promise<"added" | "refused" | "too_many">;
  /** Gives a passkey another name; does nothing where there is none. */
  rename(who: SignedIn, id: string, name: string, nowMs: number): Promise<void>;
  /** Removes a passkey; gives false if there is none. */
  remove(who: SignedIn, id: string, nowMs: number): Promise<boolean>;
  /** Asks any browser for a passkey, without knowing whose. */
  askToSignIn(nowMs: number): Promise<Asked>;
  /**
   * Takes a passkey's signature for a sign-in, once, whichever server comes first.
   *
   * @returns undefined when it is not to be believed, whyever.
   */
  take(
    answer: { readonly text: string; readonly cookie: string },
    nowMs: number,
  ): Promise<PasskeyUse | undefined>;
  /** Whether a passkey that was taken is still there. Waits for a removal that is being written. */
  isThere(passkeyId: string): Promise<boolean>;
}

/** Collaborators of passkeys. */
interface PasskeyDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly party: RelyingParty;
}

export function createPasskeys({ store, vault, party }: PasskeyDeps): Passkeys {
  const challenges = createPasskeyChallenges(vault.derive("passkey challenges"));

  return {
    list: (accountId) => listPasskeys(store, accountId),
    async askToAdd(who, nowMs) {
      const { challenge, cookie } = challenges.issue({ sessionId: who.sessionId }, nowMs);
      const known = await store.db
        .selectFrom("account_passkey")
        .select("credential_id")
        .where("user_id", "=", who.accountId)
        .execute();
      const owner = { ...who, known: known.map((row) => row.credential_id) };
      return { options: await creationOptions(party, owner, challenge), cookie };
    },
    async add(who, { text, cookie, name }, nowMs) {
      const challenge = challenges.read(cookie, { sessionId: who.sessionId }, nowMs);
      const made = challenge && (await readNewPasskey(party, text, challenge));
      if (!made) {
        return "refused";
      }
      return writeAs(store, who, async (transaction) => {
        const { count } = await transaction
          .selectFrom("account_passkey")
          .select((is) => is.fn.countAll<number>().as("count"))
          .where("user_id", "=", who.accountId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= MAX_PASSKEYS) {
          return "too_many";
        }
        if (!(await takeChallenge(transaction, challenge, nowMs))) {
          return "refused";
        }
        const added = await transaction
          .insertInto("account_passkey")
          .values({
            id: newId("pky"),
            user_id: who.accountId,
            name: nameOf(name),
            credential_id: made.credentialId,
            public_key: made.publicKey,
            counter: made.counter,
            created_at: nowMs,
            used_at: null,
          })
          // It may be another account's: whoever copies its id from there gets nothing by it.
          .onConflict((conflict) => conflict.column("credential_id").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (added === undefined) {
          return "refused";
        }
        await audit(transaction, who.accountId, "passkey_added", nowMs, { name: nameOf(name) });
        return "added";
      });
    },
    rename: (who, id, name, nowMs) =>
      writeAs(store, who, async (transaction) => {
        const renamed = await transaction
          .updateTable("account_passkey")
          .set({ name: nameOf(name) })
          .where("id", "=", id)
          .where("user_id", "=", who.accountId)
          .returning("id")
          .executeTakeFirst();
        if (renamed !== undefined) {
          await audit(transaction, who.accountId, "passkey_renamed", nowMs, { name: nameOf(name) });
        }
      }),
    remove: (who, id, nowMs) =>
      writeAs(store, who, async (transaction) => {
        const removed = await transaction
          .deleteFrom("account_passkey")
          .where("id", "=", id)
          .where("user_id", "=", who.accountId)
          .returning("name")
          .executeTakeFirst();
        if (removed !== undefined) {
          await audit(transaction, who.accountId, "passkey_removed", nowMs, { name: removed.name });
        }
        return removed !== undefined;
      }),
    async askToSignIn(nowMs) {
      const { challenge, cookie } = challenges.issue("sign-in", nowMs);
      return { options: await requestOptions(party, challenge), cookie };
    },
    async take({ text, cookie }, nowMs) {
      const challenge = challenges.read(cookie, "sign-in", nowMs);
      const claim = challenge === undefined ? undefined : claimIn(text);
      if (challenge === undefined || claim === undefined) {
        return undefined;
      }
      const row = await store.db
        .selectFrom("account_passkey")
        .selectAll()
        .where("credential_id", "=", claim.credentialId)
        .where("user_id", "=", claim.accountId)
        .executeTakeFirst();
      const known = row && { credentialId: row.credential_id, publicKey: row.public_key };
      const counter = known && (await readSignature(party, text, challenge, known));
      if (row === undefined || counter === undefined) {
        return undefined;
      }
      return serialized(store, async (transaction) => {
        if (!(await takeChallenge(transaction, challenge, nowMs))) {
          return undefined;
        }
        if (!(await countOn(transaction, row.id, counter, nowMs))) {
          return undefined;
        }
        return { passkeyId: row.id, accountId: row.user_id, name: row.name };
      });
    },
    async isThere(passkeyId) {
      const row = await store.db
        .updateTable("account_passkey")
        // Writes the value that is already there, which waits for the row's lock.
        .set((is) => ({ name: is.ref("name") }))
        .where("id", "=", passkeyId)
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The passkeys of an account, the oldest first. */
export async function listPasskeys({ db }: Store, accountId: string): Promise<PasskeyInfo[]> {
  const rows = await db
    .selectFrom("account_passkey")
    .select(["id", "name", "created_at", "used_at"])
    .where("user_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAtMs: row.created_at,
    usedAtMs: row.used_at,
  }));
}

/** Forgets the challenges that nobody can answer any more. */
export async function deleteOldChallenges({ db }: Store, nowMs: number): Promise<void> {
  await db.deleteFrom("account_challenge").where("kept_until", "<", nowMs).execute();
}

/** Much longer than it can be answered, so that no server whose clock is behind takes it again. */
const KEPT_MS = 12 * CHALLENGE_MS;

/** Whether nobody has answered this challenge before. */
export async function takeChallenge(
  transaction: Transaction<Schema>,
  challenge: string,
  nowMs: number,
): Promise<boolean> {
  const taken = await transaction
    .insertInto("account_challenge")
    .values({
      digest: createHash("sha256").update(challenge).digest("hex"),
      kept_until: nowMs + KEPT_MS,
    })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .returning("digest")
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Notes a passkey's counter, if it is past the last one, or the passkey has none. One that goes back
 * was copied: its owner is told.
 */
export async function countOn(
  transaction: Transaction<Schema>,
  id: string,
  counter: number,
  nowMs: number,
): Promise<boolean> {
  const row = await transaction
    .selectFrom("account_passkey")
    .select(["user_id", "name", "counter"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  const hasNone = counter === 0 && row.counter === 0;
  if (counter <= row.counter && !hasNone) {
    await audit(transaction, row.user_id, "passkey_refused", nowMs, { name: row.name });
    return false;
  }
  await transaction
    .updateTable("account_passkey")
    .set({ counter, used_at: nowMs })
    .where("id", "=", id)
    .execute();
  return true;
}

/** What a passkey is called, as somebody typed it. */
export function nameOf(typed: string): string {
  const letters = [...typed.replaceAll(/\s+/g, " ").trim()];
  const name = letters.slice(0, MAX_NAME).join("").trim();
  return name === "" ? "Passkey" : name;
}
