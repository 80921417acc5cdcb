import { randomInt } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Transaction } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { Vault } from "../../access/vault.ts";
import { audit } from "../../store/audit.ts";
import { newId } from "../../store/ids.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

/*
 * Second factors: codes by RFC 6238, as authenticator apps make them, and recovery codes. The library asks for them on
 * sign-in. It would switch them on and off in several steps, of which a crash could leave half, and takes a code as
 * often as it is typed: so each of these is one transaction here.
 */

/** A stolen password does not buy endless tries of codes: wrong ones are counted in the database, for all servers. */
export const LOCK = { maxFailedAttempts: 10, durationSeconds: 900 } as const;
const PERIOD_MS = 30_000;
/** Half minutes before and after the present one. The library takes one; its clock is read a little later. */
const WINDOW = 2;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Says to the library that a secret is not text. */
const BYTES = "base32:";
const [RECOVERY_CODES, HALF_LENGTH] = [10, 5];
/** Without letters that are read as others. Each of ten stands for five bits. */
const RECOVERY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** The library dates its locks, and reads codes, by the machine's clock. */
const libraryNow = () => Date.now();

/** Why a code was not taken. */
export type CodeFault = "wrong_code" | "codes_locked";
/** New recovery codes, or why there are none. */
export type RecoveryCodes =
  | { readonly codes: readonly string[]; readonly fault?: undefined }
  | { readonly fault: CodeFault };

/** The secret that the library signs cookies and encrypts with. */
export function sealKey(vault: Vault): string {
  return Buffer.from(vault.derive("sessions")).toString("base64");
}

/** Encrypts a text as the library does. */
export function seal(vault: Vault, text: string): Promise<string> {
  return symmetricEncrypt({ key: sealKey(vault), data: text });
}

async function open(vault: Vault, sealed: string): Promise<string> {
  return symmetricDecrypt({ key: sealKey(vault), data: sealed });
}

// If the secret or the recovery codes cannot be decrypted, its codes are wrong and the others still work.

/** The recovery codes in JSON; none, if they cannot be decrypted. */
export function openRecoveryCodes(vault: Vault, sealed: string): Promise<string> {
  return open(vault, sealed).catch(() => "[]");
}

/** The secret in base32; empty: it cannot be decrypted. */
async function secretOf(vault: Vault, { secret }: Pick<Row, "secret">): Promise<string> {
  return (await open(vault, secret).catch(() => "")).slice(BYTES.length);
}

async function codesOf(vault: Vault, row: Row): Promise<readonly string[]> {
  return JSON.parse(await openRecoveryCodes(vault, row.backup_codes)) as readonly string[];
}

function totp(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: "Tableside", label, secret: Secret.fromBase32(secret) });
}

/** A secret as apps read it from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The half minute that a code belongs to; undefined: none. Anybody can make the codes of an empty secret. */
function periodOf(secret: string, code: string): number | undefined {
  const nowMs = libraryNow();
  const delta =
    secret === "" ? null : totp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / PERIOD_MS) + delta;
}

/** Ten new recovery codes, such as abcde-23456. */
function newRecoveryCodes(): string[] {
  const letter = () => RECOVERY_LETTERS.charAt(randomInt(RECOVERY_LETTERS.length));
  return Array.from({ length: RECOVERY_CODES }, () =>
    hyphenated(Array.from({ length: 2 * HALF_LENGTH }, letter).join("")),
  );
}

function hyphenated(letters: string): string {
  return `${letters.slice(0, HALF_LENGTH)}-${letters.slice(HALF_LENGTH)}`;
}

/** What somebody typed, as a code of an app or a recovery code. */
export function readCode(typed: string): {
  readonly kind: "app" | "recovery";
  readonly code: string;
} {
  const code = typed.toLowerCase().replaceAll(/[^\da-z]/g, "");
  return /^\d{6}$/.test(code)
    ? { kind: "app", code }
    : { kind: "recovery", code: hyphenated(code) };
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

function rowOf(db: Store["db"], accountId: string) {
  return db
    .selectFrom("account_two_factor")
    .selectAll()
    .where("user_id", "=", accountId)
    .executeTakeFirst();
}

/**
 * Takes a code, once; a wrong one is counted, and ten of them lock all of the account's codes.
 *
 * @param only "app": recovery codes are wrong here.
 * @returns why it was not taken; null: it was.
 */
export async function takeCode(
  transaction: Transaction<Schema>,
  vault: Vault,
  accountId: string,
  typed: string,
  nowMs: number,
  only?: "app",
): Promise<CodeFault | null> {
  // Holds the row until the transaction is over: no sign-in uses up one of its codes meanwhile.
  const row = await transaction
    .updateTable("account_two_factor")
    .set((is) => ({ user_id: is.ref("user_id") }))
    .where("user_id", "=", accountId)
    .where("verified", "=", 1)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    return "wrong_code";
  }
  if (row.locked_until !== null && Date.parse(row.locked_until) > libraryNow()) {
    return "codes_locked";
  }
  const { kind, code } = readCode(typed);
  const isApp = kind === "app";
  const period = isApp ? periodOf(await secretOf(vault, row), code) : undefined;
  const isRight = isApp
    ? period !== undefined && period > row.last_period
    : only !== "app" && (await codesOf(vault, row)).includes(code);
  // A lock that is over takes its count with it.
  const wrong = row.locked_until === null ? row.failed_count + 1 : 1;
  const isLocking = !isRight && wrong >= LOCK.maxFailedAttempts;
  const until = new Date(libraryNow() + LOCK.durationSeconds * 1_000).toISOString();
  await transaction
    .updateTable("account_two_factor")
    .set(
      isRight
        ? { last_period: period ?? row.last_period }
        : { failed_count: wrong, locked_until: isLocking ? until : null },
    )
    .where("id", "=", row.id)
    .execute();
  if (isLocking) {
    await audit(transaction, accountId, "codes_locked", nowMs);
  }
  return isRight ? null : "wrong_code";
}

/** Removes a second factor that is on; gives false if there is none. An owner of the service is one no longer then. */
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

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** The second factors of accounts. What `who` does throws SignedOutError when the session ended meanwhile. */
export function createSecondFactors(
  { store, vault, now }: { store: Store; vault: Vault; now: () => number }, // Epoch ms.
) {
  /** Does `work` if the code is right, and counts it if it is wrong. */
  function withCode<T>(
    who: SignedIn,
    typed: string,
    work: (transaction: Transaction<Schema>) => Promise<T>,
  ): Promise<T | { readonly fault: CodeFault }> {
    return writeAs(store, who, async (transaction) => {
      const fault = await takeCode(transaction, vault, who.accountId, typed, now());
      return fault === null ? work(transaction) : { fault };
    });
  }

  async function sealedCodes() {
    const codes = newRecoveryCodes();
    return { codes, backup_codes: await seal(vault, JSON.stringify(codes)) };
  }

  return {
    /** How many recovery codes are left; null: the account has no second factor. */
    async recoveryCodesLeft(accountId: string): Promise<number | null> {
      const row = await rowOf(store.db, accountId);
      return row?.verified === 1 ? (await codesOf(vault, row)).length : null;
    },
    /** Makes a secret, which counts once a code has confirmed it. Nothing, if a second factor is on. */
    async begin(who: SignedIn): Promise<void> {
      const secret = await seal(vault, BYTES + new Secret({ size: SECRET_BYTES }).base32);
      const backup_codes = await seal(vault, "[]");
      await writeAs(store, who, (transaction) =>
        transaction
          .insertInto("account_two_factor")
          .values({
            id: newId("two"),
            user_id: who.accountId,
            secret,
            backup_codes,
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
    /** The secret that is to be confirmed, in base32; undefined: there is none, or it is damaged. */
    async unconfirmed(accountId: string): Promise<string | undefined> {
      const row = await rowOf(store.db, accountId);
      return row?.verified === 0 ? (await secretOf(vault, row)) || undefined : undefined;
    },
    /** Switches the second factor on with its first code. */
    async switchOn(who: SignedIn, typed: string): Promise<RecoveryCodes> {
      const { codes, backup_codes } = await sealedCodes();
      return writeAs(store, who, async (transaction) => {
        const row = await rowOf(transaction, who.accountId);
        const secret = row?.verified === 0 ? await secretOf(vault, row) : "";
        const period = periodOf(secret, readCode(typed).code);
        if (period === undefined) {
          return { fault: "wrong_code" };
        }
        await transaction
          .updateTable("account_two_factor")
          .set({ verified: 1, backup_codes, last_period: period })
          .where("user_id", "=", who.accountId)
          .execute();
        await setEnabled(transaction, who.accountId, 1);
        await audit(transaction, who.accountId, "second_factor_on", now());
        return { codes };
      });
    },
    /** Switches it off, with a code of the app or a recovery code. */
    async switchOff(who: SignedIn, typed: string): Promise<CodeFault | undefined> {
      const outcome = await withCode(who, typed, async (transaction) => {
        await removeSecondFactor(transaction, who.accountId);
        await audit(transaction, who.accountId, "second_factor_off", now());
      });
      return outcome?.fault;
    },
    /** Replaces the recovery codes, with a code of the app or a recovery code. */
    async renewCodes(who: SignedIn, typed: string): Promise<RecoveryCodes> {
      const { codes, backup_codes } = await sealedCodes();
      return withCode(who, typed, async (transaction) => {
        await transaction
          .updateTable("account_two_factor")
          .set({ backup_codes })
          .where("user_id", "=", who.accountId)
          .execute();
        await audit(transaction, who.accountId, "recovery_codes_renewed", now());
        return { codes };
      });
    },
    /** Takes a code for a sign-in, as `takeCode` does. The library uses up a recovery code. */
    take: (accountId: string, typed: string): Promise<CodeFault | null> =>
      serialized(store, (within) => takeCode(within, vault, accountId, typed, now())),
  };
}
