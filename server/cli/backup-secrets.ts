import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { publicKeyOf } from "../../src/fairness/header.ts";
import { vaultIdentity } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import { laterSecretFile, laterSecretsIn } from "../fairness/dated-secrets.ts";
import { fingerprintOf } from "../fairness/secret.ts";
import { StartError } from "../runtime/start-error.ts";
import { createKeyFile, readKeyFile } from "../store/key-file.ts";

/** The secrets of a service that exist on this machine, as hexadecimal digits, by the names of their files. */
export type BackupSecrets = Readonly<Record<string, string>>;

/** A backup may come from elsewhere, and must not write any other file. */
const FILE = /^(secret(\.\d{4}-\d{2}-\d{2})?|signing-key|key-encryption-key)$/;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/**
 * Reads the secrets of a service on SQLite from its settings or its data folder. Creates none.
 *
 * @throws StartError if a file is malformed or cannot be read.
 */
export async function loadSecrets(config: Config): Promise<BackupSecrets> {
  const { dataDir, oracleSecret, signingKey, laterSecrets } = config;
  const given = { secret: oracleSecret, "signing-key": signingKey, "key-encryption-key": null };
  const secrets: Record<string, string> = {};
  for (const [name, setting] of Object.entries(given)) {
    const secret = setting ?? (await keyIn(join(dataDir, name)));
    Object.assign(secrets, secret && { [name]: secret });
  }
  for (const { fromDay, secret } of [...(await laterSecretsIn(dataDir)), ...laterSecrets]) {
    secrets[laterSecretFile(fromDay)] = hex(secret);
  }
  return secrets;
}

async function keyIn(file: string): Promise<string | undefined> {
  const key = await readKeyFile(file);
  return key && hex(key);
}

/**
 * Checks that secrets belong to a database.
 *
 * @throws StartError if no service has ever started on it, or a secret is missing or wrong.
 */
export function requireOwnSecrets(db: DatabaseSync, secrets: BackupSecrets): void {
  const rows = (sql: string) => db.prepare(sql).all() as unknown as Record<string, string>[];
  const meta = new Map(
    rows("select name, value from meta").map((row) => [row["name"], row["value"]]),
  );
  if (!meta.has("secret_fingerprint")) {
    throw new StartError(
      "This database has no secret: no service has ever started on it. Set DATA_DIR to the folder of your service.",
    );
  }
  const kinds = [
    ["secret", meta.get("secret_fingerprint"), fingerprintOf],
    ["signing-key", meta.get("signing_key"), publicKeyOf],
    ["key-encryption-key", meta.get("key_encryption_key"), vaultIdentity],
    ...rows("select from_day, fingerprint from secret_era").map(
      (era) =>
        [laterSecretFile(Number(era["from_day"])), era["fingerprint"], fingerprintOf] as const,
    ),
  ] as const;
  for (const [name, identity, identityOf] of kinds) {
    const secret = secrets[name];
    if (identity !== undefined && secret === undefined) {
      throw new StartError(
        `The ${name} of this database is neither in DATA_DIR nor in the settings. Nothing was done. Restore it and try again.`,
      );
    }
    if (identity !== undefined && identity !== identityOf(Buffer.from(secret ?? "", "hex"))) {
      throw new StartError(
        `The ${name} is not the one this database was made with. Nothing was done. Restore the right one and try again.`,
      );
    }
  }
}

/** The secrets that servers with a shared database need as settings. */
export function formatSecrets(secrets: BackupSecrets): string {
  const later = Object.entries(secrets).flatMap(([name, secret]) => {
    const [, date] = /^secret\.(.*)$/.exec(name) ?? [];
    return date === undefined ? [] : [`${date}:${secret}`];
  });
  const settings = {
    ORACLE_SECRET: secrets["secret"],
    SIGNING_KEY: secrets["signing-key"],
    LATER_SECRETS: later.length === 0 ? undefined : later.join(","),
  };
  return Object.entries(settings)
    .map(([name, value]) => (value === undefined ? "" : `${name}=${value}\n`))
    .join("");
}

/**
 * Writes secrets to the files of a data folder. An existing file must contain the same secret.
 *
 * @throws StartError if files contain different secrets; nothing is written.
 */
export async function putSecrets(dataDir: string, secrets: BackupSecrets): Promise<void> {
  const wanted = Object.entries(secrets)
    .filter(([name]) => FILE.test(name))
    .map(([name, secret]) => ({ file: join(dataDir, name), secret }));
  const existing = await Promise.all(wanted.map(({ file }) => keyIn(file)));
  const others = wanted.filter(({ secret }, index) => (existing[index] ?? secret) !== secret);
  if (others.length > 0) {
    throw new StartError(
      `These files contain secrets that differ from this backup's and will not be overwritten: ${others.map(({ file }) => file).join(", ")}. Move them elsewhere, or restore into an empty folder.`,
    );
  }
  for (const { file, secret } of wanted) {
    await createKeyFile(file, Buffer.from(secret, "hex"));
  }
}
