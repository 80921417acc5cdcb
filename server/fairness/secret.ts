import { createHash } from "node:crypto";
import { join } from "node:path";
import { publicKeyOf } from "../../src/fairness/header.ts";
import { ed25519 } from "../runtime/node-crypto.ts";
import { StartError } from "../runtime/start-error.ts";
import { createKeyFile, readKeyFile } from "../store/key-file.ts";
import { DATABASE_LOST } from "../store/open-store.ts";
import { claimFact, readFact } from "../store/store.ts";
import type { Store } from "../store/store.ts";

interface SecretSource {
  /** Not read if `given` is set. */
  readonly dataDir: string;
  /** From the settings, 64 hex digits; null if there is none. */
  readonly given: string | null;
}

const WAYS_OUT =
  "Restore the earlier secret (the file from a backup, or ORACLE_SECRET). Or, if you can do without past rounds, start with an empty data folder or database.";

/**
 * Loads the secret (32 bytes) that all outcomes are derived from: `given`, otherwise the one in the `secret` file,
 * which is created on the first start only.
 *
 * The store keeps a fingerprint, because another secret would change every past result.
 *
 * @throws StartError if the secret is lost, or not the one this data was made with; or if the
 * database knows no secret although the file already existed.
 */
export async function loadSecret(source: SecretSource, store: Store): Promise<Uint8Array> {
  // Read before the file: a file always precedes its fingerprint, so two servers that start together never mistake
  // the other's new fingerprint for a lost file.
  const existedBefore = await hasSecret(store);
  const secret =
    source.given === null
      ? await secretFromFile(join(source.dataDir, "secret"), existedBefore, store)
      : Uint8Array.from(Buffer.from(source.given, "hex"));
  const fingerprint = fingerprintOf(secret);
  if ((await claimFact(store, "secret_fingerprint", fingerprint)) !== fingerprint) {
    const origin = source.given === null ? "in the data folder" : "given as ORACLE_SECRET";
    throw new StartError(
      `The secret ${origin} is not the one this database was made with. It would change every past result, so the service will not use it. ${WAYS_OUT}`,
    );
  }
  return secret;
}

/** Whether the data in the store was made with a secret, that is, whether a service has ever run on it. */
export async function hasSecret(store: Store): Promise<boolean> {
  return (await readFact(store, "secret_fingerprint")) !== undefined;
}

export async function isStoredSecret(store: Store, secret: Uint8Array): Promise<boolean> {
  return (await readFact(store, "secret_fingerprint")) === fingerprintOf(secret);
}

async function secretFromFile(
  file: string,
  existedBefore: boolean,
  store: Store,
): Promise<Uint8Array> {
  const existing = await readKeyFile(file);
  if (existing === undefined && existedBefore) {
    throw new StartError(
      `The secret file ${file} is missing. A new secret would change every past result, so none is created. ${WAYS_OUT}`,
    );
  }
  if (existing === undefined) {
    await claimFact(store, "secret_begun", "yes");
    return createKeyFile(file);
  }
  // An interrupted first start has recorded that it began, before it created the file.
  if (!existedBefore && (await readFact(store, "secret_begun")) === undefined) {
    throw new StartError(
      `The secret file ${file} exists, but the database is empty or belongs to another service, because no secret is recorded in it. The file is not used. ${DATABASE_LOST}`,
    );
  }
  return existing;
}

/** The fingerprint of a secret, which does not reveal it. */
export function fingerprintOf(secret: Uint8Array): string {
  return createHash("sha256")
    .update("tableside secret fingerprint")
    .update(secret)
    .digest("hex")
    .slice(0, 16);
}

const KEY_WAYS_OUT =
  "Restore the earlier key (the file signing-key from a backup, or SIGNING_KEY), because programs that check rounds have pinned its public half.";

/**
 * Loads the Ed25519 key (32 bytes) that signs the headers of days, creating it on the first start only. It is
 * independent of the secret, so neither reveals the other.
 *
 * @throws StartError if it is malformed, lost or not the one that signed before.
 */
export async function loadSigningKey(
  { dataDir, given }: SecretSource,
  store: Store,
): Promise<Uint8Array> {
  const existedBefore = (await readFact(store, "signing_key")) !== undefined;
  const key =
    given === null
      ? await keyFromFile(dataDir, existedBefore)
      : Uint8Array.from(Buffer.from(given, "hex"));
  const publicKey = publicKeyOf(key, ed25519);
  if ((await claimFact(store, "signing_key", publicKey)) !== publicKey) {
    throw new StartError(`The signing key is not the one that signed before. ${KEY_WAYS_OUT}`);
  }
  return key;
}

async function keyFromFile(dataDir: string, existedBefore: boolean): Promise<Uint8Array> {
  const file = join(dataDir, "signing-key");
  const existing = await readKeyFile(file);
  if (existing === undefined && existedBefore) {
    throw new StartError(`The file ${file} is missing. ${KEY_WAYS_OUT}`);
  }
  return existing ?? createKeyFile(file);
}
