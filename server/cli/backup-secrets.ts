import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { publicKeyOf } from "../../src/fairness/header.ts";
import { dateOfDay } from "../../src/fairness/utc-day.ts";
import { vaultIdentity } from "../access/vault.ts";
import type { Config, LaterSecret } from "../config/config.ts";
import { laterSecretFile, laterSecretsIn } from "../fairness/dated-secrets.ts";
import { fingerprintOf } from "../fairness/secret.ts";
import { ed25519 } from "../runtime/node-crypto.ts";
import { StartError } from "../runtime/start-error.ts";
import { createKeyFile, readKeyFile } from "../store/key-file.ts";

/** The secrets of a service as hexadecimal digits; null for one that does not exist or is not on this machine. */
export interface BackupSecrets {
  readonly oracleSecret: string | null;
  readonly signingKey: string | null;
  readonly keyEncryptionKey: string | null;
  readonly laterSecrets: readonly { readonly fromDay: number; readonly secret: string }[];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const inHex = ({ fromDay, secret }: LaterSecret) => ({ fromDay, secret: hex(secret) });

/**
 * Reads the secrets of a service on SQLite from its settings or its data folder. Creates none.
 *
 * @throws StartError if a file is malformed or cannot be read.
 */
export async function loadSecrets(config: Config): Promise<BackupSecrets> {
  const { dataDir, oracleSecret, signingKey, laterSecrets } = config;
  const file = (name: string) => keyIn(join(dataDir, name));
  const given = new Set(laterSecrets.map(({ fromDay }) => fromDay));
  const stored = (await laterSecretsIn(dataDir)).filter(({ fromDay }) => !given.has(fromDay));
  return {
    oracleSecret: oracleSecret ?? (await file("secret")),
    signingKey: signingKey ?? (await file("signing-key")),
    keyEncryptionKey: await file("key-encryption-key"),
    laterSecrets: [...laterSecrets, ...stored].map(inHex),
  };
}

async function keyIn(file: string): Promise<string | null> {
  const key = await readKeyFile(file);
  return key === undefined ? null : hex(key);
}

/**
 * Checks that secrets belong to a database.
 *
 * @throws StartError if no service has ever started on it, or a secret is missing or wrong.
 */
export function requireOwnSecrets(
  db: DatabaseSync,
  { oracleSecret, signingKey, keyEncryptionKey, laterSecrets }: BackupSecrets,
): void {
  const rows = (sql: string) => db.prepare(sql).all() as unknown as Record<string, string>[];
  const meta = new Map(
    rows("select name, value from meta").map((row) => [row["name"], row["value"]]),
  );
  const fingerprint = meta.get("secret_fingerprint");
  if (fingerprint === undefined) {
    throw new StartError(
      "This database has no secret: no service has ever started on it. Set DATA_DIR to the folder of your service.",
    );
  }
  const eras = rows("select from_day, fingerprint from secret_era").map((row) => ({
    fromDay: Number(row["from_day"]),
    fingerprint: row["fingerprint"],
  }));
  const fingerprintIn = (secret: string | undefined) =>
    secret === undefined ? undefined : fingerprintOf(Buffer.from(secret, "hex"));
  const pairs = [
    ["secret", fingerprintIn(oracleSecret ?? undefined), fingerprint],
    [
      "signing key",
      signingKey === null ? undefined : publicKeyOf(Buffer.from(signingKey, "hex"), ed25519),
      meta.get("signing_key"),
    ],
    [
      "key-encryption key",
      keyEncryptionKey === null ? undefined : vaultIdentity(Buffer.from(keyEncryptionKey, "hex")),
      meta.get("key_encryption_key"),
    ],
    ...eras.map((era) => [
      `secret that applies from ${dateOfDay(era.fromDay)}`,
      fingerprintIn(laterSecrets.find(({ fromDay }) => fromDay === era.fromDay)?.secret),
      era.fingerprint,
    ]),
  ] as const;
  for (const [name, existing, own] of pairs) {
    if (own !== undefined && existing !== own) {
      throw new StartError(
        existing === undefined
          ? `The ${name} of this database is neither in DATA_DIR nor in the settings. Nothing was done. Restore it and try again.`
          : `The ${name} is not the one this database was made with. Nothing was done. Restore the right one and try again.`,
      );
    }
  }
}

export function formatSecrets(secrets: BackupSecrets): string {
  const later = secrets.laterSecrets.map(
    ({ fromDay, secret }) => `${dateOfDay(fromDay)}:${secret}`,
  );
  const settings = {
    ORACLE_SECRET: secrets.oracleSecret,
    SIGNING_KEY: secrets.signingKey,
    LATER_SECRETS: later.length === 0 ? null : later.join(","),
  };
  return Object.entries(settings)
    .map(([name, value]) => (value === null ? "" : `${name}=${value}\n`))
    .join("");
}

/**
 * Writes secrets to the files of a data folder. An existing file must contain the same secret.
 *
 * @throws StartError if files contain different secrets; nothing is written.
 */
export async function putSecrets(dataDir: string, secrets: BackupSecrets): Promise<void> {
  const files = [
    ["secret", secrets.oracleSecret],
    ["signing-key", secrets.signingKey],
    ["key-encryption-key", secrets.keyEncryptionKey],
    ...secrets.laterSecrets.map(({ fromDay, secret }) => [laterSecretFile(fromDay), secret]),
  ] as const;
  const wanted = files.flatMap(([name, key]) =>
    key === null ? [] : [{ file: join(dataDir, name), key }],
  );
  const existing = await Promise.all(wanted.map(({ file }) => keyIn(file)));
  const others = wanted.filter(({ key }, index) => (existing[index] ?? key) !== key);
  if (others.length > 0) {
    throw new StartError(
      `These files contain secrets that differ from this backup's and will not be overwritten: ${others.map(({ file }) => file).join(", ")}. Move them elsewhere, or restore into an empty folder.`,
    );
  }
  for (const { file, key } of wanted) {
    await createKeyFile(file, Buffer.from(key, "hex"));
  }
}
