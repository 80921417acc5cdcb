import { join } from "node:path";
import { parseEnv } from "node:util";
import { dateOfDay } from "../../src/fairness/utc-day.ts";
import { readVaultKey } from "../access/vault-key.ts";
import { readConfig } from "../config/config.ts";
import type { Config } from "../config/config.ts";
import { laterSecretFile, laterSecretsIn } from "../fairness/day-secrets.ts";
import type { LaterSecret } from "../fairness/day-secrets.ts";
import { StartError } from "../runtime/start-error.ts";
import { requireFolder } from "../store/data-folder.ts";
import { explainReading, makeKeyFile, readKeyFile } from "../store/key-file.ts";

/** The secrets of a service as hexadecimal digits. Null: there is none, or it is not here. */
export interface SecretTexts {
  readonly oracleSecret: string | null;
  readonly signingKey: string | null;
  readonly keyEncryptionKey: string | null;
  readonly laterSecrets: readonly LaterSecret[];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/**
 * The secrets as a service with these settings would find them. None is made.
 *
 * @throws StartError when a file holds something else, or cannot be read.
 */
export async function secretsOf(config: Config): Promise<SecretTexts> {
  const { databaseUrl, oracleSecret, signingKey, laterSecrets, portal } = config;
  if (databaseUrl !== null) {
    // It is derived where it is not given, and said in so many words wherever it is written down.
    const secret = Buffer.from(oracleSecret ?? "", "hex");
    const given = portal.keyEncryptionKey;
    const vaultKey = await readVaultKey({ dataDir: config.dataDir, given, secret });
    return { oracleSecret, signingKey, keyEncryptionKey: hex(vaultKey), laterSecrets };
  }
  await requireFolder(config.dataDir);
  const file = (name: string) => keyIn(join(config.dataDir, name));
  const kept = await laterSecretsIn(config.dataDir);
  const isGiven = ({ fromDay }: LaterSecret) =>
    laterSecrets.some((each) => each.fromDay === fromDay);
  return {
    oracleSecret: oracleSecret ?? (await file("secret")),
    signingKey: signingKey ?? (await file("signing-key")),
    keyEncryptionKey: portal.keyEncryptionKey ?? (await file("key-encryption-key")),
    laterSecrets: [...laterSecrets, ...kept.filter((each) => !isGiven(each))],
  };
}

async function keyIn(file: string): Promise<string | null> {
  const key = await readKeyFile(file).catch((error: unknown) => {
    throw explainReading(error, file);
  });
  if (key === "malformed") {
    throw new StartError(
      `The file ${file} does not hold 64 hexadecimal digits. Put it right from a backup.`,
    );
  }
  return key === undefined ? null : hex(key);
}

/** Secrets as settings, a line each. */
export function formatSecrets(secrets: SecretTexts): string {
  const { oracleSecret, signingKey, keyEncryptionKey, laterSecrets } = secrets;
  const later = laterSecrets.map(({ fromDay, secret }) => `${dateOfDay(fromDay)}:${hex(secret)}`);
  const settings = {
    ORACLE_SECRET: oracleSecret,
    SIGNING_KEY: signingKey,
    KEY_ENCRYPTION_KEY: keyEncryptionKey,
    LATER_SECRETS: later.length === 0 ? null : later.join(","),
  };
  return Object.entries(settings)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/** The settings that such a text holds. */
export function parseSecrets(text: string): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(parseEnv(text))) {
    settings[name] = value;
  }
  // What is wrong is found here, and not called a fault of the machine's own settings.
  readConfig(settings);
  return settings;
}

/**
 * Puts secrets into the files of a data folder, which is there. One that is there already must be the same.
 *
 * @throws StartError when a file holds another one.
 */
export async function putSecrets(dataDir: string, secrets: SecretTexts): Promise<void> {
  for (const [name, text] of filesOf(secrets)) {
    const file = join(dataDir, name);
    if (hex(await makeKeyFile(file, Buffer.from(text, "hex"))) !== text) {
      throw otherSecret(file);
    }
  }
}

/** Throws a StartError when a data folder has another secret than it should. */
export async function refuseOtherSecrets(dataDir: string, secrets: SecretTexts): Promise<void> {
  for (const [name, text] of filesOf(secrets)) {
    const file = join(dataDir, name);
    const present = await keyIn(file);
    if (present !== null && present !== text) {
      throw otherSecret(file);
    }
  }
}

function filesOf(secrets: SecretTexts): [name: string, text: string][] {
  const { oracleSecret, signingKey, keyEncryptionKey, laterSecrets } = secrets;
  const files: [string, string | null][] = [
    ["secret", oracleSecret],
    ["signing-key", signingKey],
    ["key-encryption-key", keyEncryptionKey],
    ...laterSecrets.map(({ fromDay, secret }): [string, string] => [
      laterSecretFile(fromDay),
      hex(secret),
    ]),
  ];
  return files.filter((file): file is [string, string] => file[1] !== null);
}

function otherSecret(file: string): StartError {
  return new StartError(
    `The file ${file} holds another secret than this backup needs. It is not written over: move it away, or restore into an empty folder.`,
  );
}
