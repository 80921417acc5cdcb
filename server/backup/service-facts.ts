import type { DatabaseSync } from "node:sqlite";
import { publicKeyOf } from "../../src/fairness/header.ts";
import { dateOfDay } from "../../src/fairness/utc-day.ts";
import { ed25519 } from "../fairness/node-crypto.ts";
import { fingerprintOf } from "../fairness/secret.ts";
import { StartError } from "../runtime/start-error.ts";
import type { SecretTexts } from "./secret-texts.ts";

/**
 * The fingerprint of the secret that a database was made with.
 *
 * @throws StartError when it knows of none.
 */
export function requireStarted(db: DatabaseSync): string {
  const fingerprint = metaOf(db, "secret_fingerprint");
  if (fingerprint === undefined) {
    throw new StartError(
      "No service ever started on this database: it knows of no secret. There is nothing to keep of it. Set DATA_DIR or DATABASE_URL to that of yours.",
    );
  }
  return fingerprint;
}

/**
 * Holds secrets against what a database knows of its own.
 *
 * @throws StartError when one is missing, or not the one that the database was made with.
 */
export function requireOwnSecrets(db: DatabaseSync, secrets: SecretTexts): void {
  const expected = requireStarted(db);
  if (secrets.oracleSecret === null) {
    throw missing("the secret", "ORACLE_SECRET, or the file secret in DATA_DIR");
  }
  if (fingerprintOf(Buffer.from(secrets.oracleSecret, "hex")) !== expected) {
    throw other("The secret");
  }
  const signingKey = metaOf(db, "signing_key");
  if (signingKey !== undefined) {
    if (secrets.signingKey === null) {
      throw missing("the signing key", "SIGNING_KEY, or the file signing-key in DATA_DIR");
    }
    if (publicKeyOf(Buffer.from(secrets.signingKey, "hex"), ed25519) !== signingKey) {
      throw other("The signing key");
    }
  }
  for (const era of db.prepare("select from_day, fingerprint from secret_era").all()) {
    const fromDay = Number(era["from_day"]);
    const later = secrets.laterSecrets.find((each) => each.fromDay === fromDay);
    const what = `secret that counts from ${dateOfDay(fromDay)}`;
    if (later === undefined) {
      throw missing(`the ${what}`, "LATER_SECRETS, or its file in DATA_DIR");
    }
    if (fingerprintOf(later.secret) !== era["fingerprint"]) {
      throw other(`The ${what}`);
    }
  }
}

/** Whether a database holds anything that the key-encryption key has to open. */
export function needsVaultKey(db: DatabaseSync): boolean {
  const row = db
    .prepare(
      `select (select count(*) from api_key where sealed is not null) + (select count(*) from account_user) as count`,
    )
    .get();
  return Number(row?.["count"]) > 0;
}

function metaOf(db: DatabaseSync, name: string): string | undefined {
  const row = db.prepare("select value from meta where name = ?").get(name);
  return row === undefined ? undefined : String(row["value"]);
}

function missing(what: string, where: string): StartError {
  return new StartError(
    `This database needs ${what} that it was made with: give it with --secrets, or by ${where}. Nothing was changed.`,
  );
}

function other(what: string): StartError {
  return new StartError(
    `${what} is not the one this database was made with. With it past results would change, or what was signed could not be checked any more. Nothing was changed.`,
  );
}
