import type { Transaction } from "kysely";
import { newId } from "../../access/base62.ts";
import type { Vault } from "../../access/vault.ts";
import { audit } from "../../store/audit.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import {
  newRecoveryCodes,
  newSecret,
  openRecoveryCodes,
  openSecret as openSecretOf,
  periodOfCode,
  readCode,
  seal,
} from "./authenticator.ts";
import {
  claimCode,
  countWrong,
  holdRow,
  isLocked,
  isLockNoted,
  libraryNow,
  rowOf,
} from "./code-tries.ts";
import type { TwoFactorRow } from "./code-tries.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

/** Why a code was not taken. */
export type CodeFault = "wrong_code" | "codes_locked";

/** New recovery codes, or why there are none. */
export type RecoveryCodes =
  | { readonly codes: readonly string[]; readonly fault?: undefined }
  | { readonly fault: CodeFault };

/**
 * The second factors of accounts. The library asks for their codes on sign-in. It would switch one on
 * and off in several steps, of which a crash could leave half: then nobody could sign in. So that is
 * done here, each in one transaction.
 *
 * @throws SignedOutError from all that `who` does, when the session ended meanwhile.
 */
export interface SecondFactors {
  /** How many recovery codes are left; undefined: the account has no second factor. */
  recoveryCodesLeft(accountId: string): Promise<number | undefined>;
  /** Makes a secret, which counts once a code has confirmed it. Nothing, if a second factor is on. */
  begin(who: SignedIn): Promise<void>;
  /** The secret that is to be confirmed. */
  unconfirmed(accountId: string): Promise<string | undefined>;
  /** Switches the second factor on with its first code. */
  switchOn(who: SignedIn, code: string): Promise<RecoveryCodes>;
  /** Switches it off, with a code of the app or a recovery code. */
  switchOff(who: SignedIn, code: string): Promise<CodeFault | undefined>;
  /** Replaces the recovery codes, with a code of the app or a recovery code. */
  renewCodes(who: SignedIn, code: string): Promise<RecoveryCodes>;
  /** Takes a code of the app for a sign-in, once, whichever server comes first. Null: its secret cannot be read. */
  take(accountId: string, code: string): Promise<boolean | null>;
  /** Writes down, once, that wrong codes on sign-in have locked all codes of an account, if they have. */
  noteLock(accountId: string): Promise<void>;
}

/** Collaborators of second factors. */
interface SecondFactorDeps {
  readonly store: Store;
  readonly vault: Vault;
  /** Epoch ms, as the audit log is dated. */
  readonly now: () => number;
}

export function createSecondFactors({ store, vault, now }: SecondFactorDeps): SecondFactors {
  /** Does `work` if the code is right, and counts it if it is wrong. */
  function withCode<T>(
    who: SignedIn,
    typed: string,
    work: (transaction: Transaction<Schema>, row: TwoFactorRow) => Promise<T>,
  ): Promise<T | { readonly fault: CodeFault }> {
    return writeAs(store, who, async (transaction) => {
      const taken = await takeCode(transaction, vault, who.accountId, typed, now());
      if ("fault" in taken) {
        return taken;
      }
      const { row } = taken;
      return work(transaction, row);
    });
  }

  const openSecret = (row: TwoFactorRow) => openSecretOf(vault, row.secret);
  const sealCodes = (codes: readonly string[]) => seal(vault, JSON.stringify(codes));

  return {
    async recoveryCodesLeft(accountId) {
      const row = await rowOf(store.db, accountId);
      return row?.verified === 1 ? (await openCodesOf(vault, row)).length : undefined;
    },
    async begin(who) {
      const secret = await seal(vault, newSecret());
      const none = await sealCodes([]);
      await writeAs(store, who, (transaction) =>
        transaction
          .insertInto("account_two_factor")
          .values({
            id: newId("two"),
            user_id: who.accountId,
            secret,
            backup_codes: none,
            verified: 0,
            locked_until: null,
          })
          .onConflict((conflict) =>
            conflict
              .column("user_id")
              .doUpdateSet({ secret })
              .where("account_two_factor.verified", "=", 0),
          )
          .execute(),
      );
    },
    async unconfirmed(accountId) {
      const row = await rowOf(store.db, accountId);
      // One that cannot be read is begun anew.
      return row?.verified === 0 ? (await openSecret(row)) || undefined : undefined;
    },
    async switchOn(who, typed) {
      const codes = newRecoveryCodes();
      const sealed = await sealCodes(codes);
      return writeAs(store, who, async (transaction) => {
        const row = await rowOf(transaction, who.accountId);
        if (row?.verified !== 0) {
          return { fault: "wrong_code" };
        }
        const period = periodOfCode(await openSecret(row), readCode(typed).code, libraryNow());
        if (period === undefined) {
          return { fault: "wrong_code" };
        }
        await transaction
          .updateTable("account_two_factor")
          .set({ verified: 1, backup_codes: sealed, last_period: period })
          .where("id", "=", row.id)
          .execute();
        await setEnabled(transaction, who.accountId, 1);
        await audit(transaction, who.accountId, "second_factor_on", now());
        return { codes };
      });
    },
    async switchOff(who, typed) {
      const outcome = await withCode(who, typed, async (transaction, row) => {
        await removeSecondFactor(transaction, row.user_id);
        await audit(transaction, who.accountId, "second_factor_off", now());
      });
      return outcome?.fault;
    },
    async renewCodes(who, typed) {
      const codes = newRecoveryCodes();
      const sealed = await sealCodes(codes);
      return withCode(who, typed, async (transaction, row) => {
        await transaction
          .updateTable("account_two_factor")
          .set({ backup_codes: sealed })
          .where("id", "=", row.id)
          .execute();
        await audit(transaction, who.accountId, "recovery_codes_renewed", now());
        return { codes };
      });
    },
    async take(accountId, code) {
      const row = await rowOf(store.db, accountId);
      if (row?.verified !== 1) {
        return false;
      }
      const secret = await openSecret(row);
      return secret === "" ? null : claimCode(store.db, row, secret, code);
    },
    async noteLock(accountId) {
      const isLockedNow = async (db: Store["db"]) => {
        const row = await rowOf(db, accountId);
        return row !== undefined && isLocked(row, libraryNow());
      };
      // Most wrong codes lock nothing, and take no turn among the changes.
      if (!(await isLockedNow(store.db))) {
        return;
      }
      await serialized(store, async (transaction) => {
        if (
          (await isLockedNow(transaction)) &&
          !(await isLockNoted(transaction, accountId, now()))
        ) {
          await audit(transaction, accountId, "codes_locked", now());
        }
      });
    },
  };
}

/**
 * Takes a code, once; a wrong one is counted, and ten of them lock all of the account's codes.
 *
 * @param only "app": recovery codes are wrong here.
 */
export async function takeCode(
  transaction: Transaction<Schema>,
  vault: Vault,
  accountId: string,
  typed: string,
  nowMs: number,
  only?: "app",
): Promise<{ readonly row: TwoFactorRow } | { readonly fault: CodeFault }> {
  const row = await holdRow(transaction, accountId);
  if (row === undefined || row.verified === 0) {
    return { fault: "wrong_code" };
  }
  const libraryMs = libraryNow();
  if (isLocked(row, libraryMs)) {
    return { fault: "codes_locked" };
  }
  const { kind, code } = readCode(typed);
  const isRight =
    kind === "app"
      ? await claimCode(transaction, row, await openSecretOf(vault, row.secret), code)
      : only !== "app" && (await openCodesOf(vault, row)).includes(code);
  if (isRight) {
    return { row };
  }
  if (await countWrong(transaction, row, libraryMs)) {
    await audit(transaction, accountId, "codes_locked", nowMs);
  }
  return { fault: "wrong_code" };
}

async function openCodesOf(vault: Vault, row: TwoFactorRow): Promise<readonly string[]> {
  return JSON.parse(await openRecoveryCodes(vault, row.backup_codes)) as readonly string[];
}

/** Removes a second factor that is on; gives false if there is none. */
export async function removeSecondFactor(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<boolean> {
  const removed = await transaction
    .deleteFrom("account_two_factor")
    .where("user_id", "=", accountId)
    .where("verified", "=", 1)
    .returning("id")
    .executeTakeFirst();
  await setEnabled(transaction, accountId, 0);
  return removed !== undefined;
}

async function setEnabled(
  transaction: Transaction<Schema>,
  accountId: string,
  isOn: 0 | 1,
): Promise<void> {
  await transaction
    .updateTable("account_user")
    .set({ two_factor_enabled: isOn })
    .where("id", "=", accountId)
    .execute();
}
