import { randomInt } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { Secret, TOTP } from "otpauth";
import { CODES_LOCK_MINUTES } from "../../../src/wire/account-limits.ts";
import type { Vault } from "../../access/vault.ts";
import { audit } from "../../store/audit.ts";
import { newId } from "../../store/ids.ts";
import type { Db, Store, Transaction } from "../../store/store.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

/*
 * Second factors: TOTP codes (RFC 6238) from authenticator apps, and recovery codes. The library asks for them
 * on sign-in. Its own way of switching them on and off takes several steps, which a crash could interrupt, and it
 * accepts the same code more than once. Here, switching on, switching off and taking a code are one transaction each.
 */

/** Limits guesses once a password has been stolen. Wrong codes are counted in the database, for all servers. */
export const LOCK = { maxFailedAttempts: 10, durationSeconds: 60 * CODES_LOCK_MINUTES } as const;
const PERIOD_MS = 30_000;
/** Periods accepted before and after the current one. The library accepts one, but reads the clock a little later. */
const WINDOW = 2;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Marks a secret as binary for the library. */
const BASE32_PREFIX = "base32:";
const RECOVERY_CODES = 10;
/** Characters on each side of the hyphen in a recovery code. */
const HALF_LENGTH = 5;
/** Letters and digits that are hard to confuse. Each of the ten characters of a code holds five bits. */
const RECOVERY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** The machine's clock: the library dates the same locks and checks the same codes by it, and cannot use another. */
const libraryNow = () => Date.now();

export type CodeFault = "wrong_code" | "codes_locked";
export type RecoveryCodes =
  | { readonly codes: readonly string[]; readonly fault?: undefined }
  | { readonly fault: CodeFault };

/** The key with which the library signs cookies and encrypts. */
export function sealKey(vault: Vault): string {
  return Buffer.from(vault.derive("sessions")).toString("base64");
}

export function seal(vault: Vault, text: string): Promise<string> {
  return symmetricEncrypt({ key: sealKey(vault), data: text });
}

async function unseal(vault: Vault, sealed: string): Promise<string> {
  return symmetricDecrypt({ key: sealKey(vault), data: sealed });
}

// If the secret or the recovery codes cannot be decrypted, only the other kind of code works.

/** The recovery codes as JSON; an empty list if they cannot be decrypted. */
export function openRecoveryCodes(vault: Vault, sealed: string): Promise<string> {
  return unseal(vault, sealed).catch(() => "[]");
}

/** The secret in base32; empty if it cannot be decrypted. */
async function secretOf(vault: Vault, { secret }: Pick<Row, "secret">): Promise<string> {
  return (await unseal(vault, secret).catch(() => "")).slice(BASE32_PREFIX.length);
}

async function openCodes(vault: Vault, row: Row): Promise<readonly string[]> {
  return JSON.parse(await openRecoveryCodes(vault, row.backup_codes)) as readonly string[];
}

function totp(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: "Tableside", label, secret: Secret.fromBase32(secret) });
}

/** A secret in the URI form that apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The period of a code; undefined if it is wrong. An empty secret is rejected: anybody could compute its codes. */
function periodOf(secret: string, code: string): number | undefined {
  const nowMs = libraryNow();
  const delta =
    secret === "" ? null : totp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / PERIOD_MS) + delta;
}

function hyphenate(letters: string): string {
  return `${letters.slice(0, HALF_LENGTH)}-${letters.slice(HALF_LENGTH)}`;
}

export function readCode(typed: string): {
  readonly kind: "app" | "recovery";
  readonly code: string;
} {
  const code = typed.toLowerCase().replaceAll(/[^\da-z]/g, "");
  return /^\d{6}$/.test(code) ? { kind: "app", code } : { kind: "recovery", code: hyphenate(code) };
}

type Row = NonNullable<Awaited<ReturnType<typeof selectRow>>>;

function selectRow(db: Db, accountId: string) {
  return db
    .selectFrom("account_two_factor")
    .selectAll()
    .where("user_id", "=", accountId)
    .executeTakeFirst();
}

/**
 * Checks a code, and consumes it if it is from the app; the caller consumes recovery codes. Wrong codes are counted,
 * and too many lock all codes of the account.
 *
 * @param only "app" if recovery codes are not accepted.
 * @returns why the code was rejected; null if it was accepted.
 */
export async function takeCode(
  transaction: Transaction,
  vault: Vault,
  accountId: string,
  typed: string,
  nowMs: number,
  only?: "app",
): Promise<CodeFault | null> {
  // Locks the row until the transaction ends, so that no sign-in uses the same code in the meantime.
  const row = await transaction
    .updateTable("account_two_factor")
    .set((eb) => ({ user_id: eb.ref("user_id") }))
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
    : only !== "app" && (await openCodes(vault, row)).includes(code);
  // An expired lock resets the count.
  const failedCount = row.locked_until === null ? row.failed_count + 1 : 1;
  const isLocking = !isRight && failedCount >= LOCK.maxFailedAttempts;
  const until = new Date(libraryNow() + LOCK.durationSeconds * 1_000).toISOString();
  await transaction
    .updateTable("account_two_factor")
    .set(
      isRight
        ? { last_period: period ?? row.last_period }
        : { failed_count: failedCount, locked_until: isLocking ? until : null },
    )
    .where("id", "=", row.id)
    .execute();
  if (isLocking) {
    await audit(transaction, accountId, "codes_locked", nowMs);
  }
  return isRight ? null : "wrong_code";
}

/** Removes an active second factor; returns false if there is none. If the account is an owner, it loses that role. */
export async function removeSecondFactor(
  transaction: Transaction,
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

async function setEnabled(transaction: Transaction, accountId: string, isOn: 0 | 1): Promise<void> {
  await transaction
    .updateTable("account_user")
    .set({ two_factor_enabled: isOn })
    .where("id", "=", accountId)
    .execute();
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Methods that take `who` throw SignedOutError if the session has ended in the meantime. */
export function createSecondFactors(
  { store, vault, now }: { store: Store; vault: Vault; now: () => number }, // Epoch ms.
) {
  /** Runs `work` in the transaction that takes the code, which is from the app or a recovery code. */
  function withCode<T>(
    who: SignedIn,
    typed: string,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T | { readonly fault: CodeFault }> {
    return writeAs(store, who, async (transaction) => {
      const fault = await takeCode(transaction, vault, who.accountId, typed, now());
      return fault === null ? work(transaction) : { fault };
    });
  }

  /** New recovery codes, such as abcde-23456, in plain text and sealed. */
  async function sealedCodes() {
    const letter = () => RECOVERY_LETTERS.charAt(randomInt(RECOVERY_LETTERS.length));
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      hyphenate(Array.from({ length: 2 * HALF_LENGTH }, letter).join("")),
    );
    return { codes, backup_codes: await seal(vault, JSON.stringify(codes)) };
  }

  return {
    /** The number of unused recovery codes; null without a second factor. */
    async recoveryCodesLeft(accountId: string): Promise<number | null> {
      const row = await selectRow(store.db, accountId);
      return row?.verified === 1 ? (await openCodes(vault, row)).length : null;
    },
    /** Creates a secret, which counts once a code has confirmed it. Does nothing if a second factor is active. */
    async createSecret(who: SignedIn): Promise<void> {
      const secret = await seal(vault, BASE32_PREFIX + new Secret({ size: SECRET_BYTES }).base32);
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
    /** The secret that no code has confirmed yet, in base32; undefined if there is none or it is damaged. */
    async unconfirmedSecret(accountId: string): Promise<string | undefined> {
      const row = await selectRow(store.db, accountId);
      return row?.verified === 0 ? (await secretOf(vault, row)) || undefined : undefined;
    },
    async switchOn(who: SignedIn, typed: string): Promise<RecoveryCodes> {
      const { codes, backup_codes } = await sealedCodes();
      return writeAs(store, who, async (transaction) => {
        const row = await selectRow(transaction, who.accountId);
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
    async switchOff(who: SignedIn, typed: string): Promise<CodeFault | undefined> {
      const outcome = await withCode(who, typed, async (transaction) => {
        await removeSecondFactor(transaction, who.accountId);
        await audit(transaction, who.accountId, "second_factor_off", now());
      });
      return outcome?.fault;
    },
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
  };
}
