import { createHash } from "node:crypto";
import { join } from "node:path";
import { publicKeyOf } from "../../src/fairness/header.ts";
import { StartError } from "../runtime/start-error.ts";
import { createKeyFile, readKeyFile } from "../store/key-file.ts";
import { claimFact, readFact } from "../store/store.ts";
import type { Store } from "../store/store.ts";

interface KeySource {
  /** Not read if `given` is set. */
  readonly dataDir: string;
  /** From the settings, 64 hex digits; null if there is none. */
  readonly given: string | null;
}

/**
 * Loads the secret (32 bytes) that all outcomes are derived from: `given`, otherwise the one in the `secret` file,
 * which is created on the first start only. The store has its fingerprint.
 *
 * @throws StartError if the secret is malformed, lost, or not the one this data was made with.
 */
export async function loadSecret(source: KeySource, store: Store): Promise<Uint8Array> {
  const remedy =
    "Restore the earlier secret (the file from a backup, or ORACLE_SECRET). Or, if you can do without past rounds, start with an empty data folder or database.";
  const origin = source.given === null ? "in the data folder" : "given as ORACLE_SECRET";
  return loadKey(source, store, {
    file: "secret",
    fact: "secret_fingerprint",
    identityOf: fingerprintOf,
    missing: `A new secret would change every past result, so none is created. ${remedy}`,
    changed: `The secret ${origin} is not the one this database was made with. It would change every past result, so it is not used. ${remedy}`,
  });
}

/**
 * Loads the Ed25519 key (32 bytes) that signs day headers, creating it on the first start only. It is independent of
 * the secret, so neither reveals the other.
 *
 * @throws StartError if it is malformed, lost or not the one that signed before.
 */
export async function loadSigningKey(source: KeySource, store: Store): Promise<Uint8Array> {
  const remedy =
    "Restore the earlier key (the signing-key file from a backup, or SIGNING_KEY), because programs that check rounds have pinned its public half.";
  return loadKey(source, store, {
    file: "signing-key",
    fact: "signing_key",
    identityOf: publicKeyOf,
    missing: remedy,
    changed: `The signing key is not the one that signed before. ${remedy}`,
  });
}

interface KeyKind {
  readonly file: string;
  /** The fact that stores the key's identity. */
  readonly fact: "secret_fingerprint" | "signing_key";
  readonly identityOf: (key: Uint8Array) => string;
  /** What to do if the file is missing, or contains another key. */
  readonly missing: string;
  readonly changed: string;
}

async function loadKey(
  { dataDir, given }: KeySource,
  store: Store,
  { file, fact, identityOf, missing, changed }: KeyKind,
): Promise<Uint8Array> {
  // Read before the file: a file always precedes its fact, so two servers that start together never mistake the
  // other's new fact for a lost file.
  const isUsed = (await readFact(store, fact)) !== undefined;
  const path = join(dataDir, file);
  let key = given === null ? await readKeyFile(path) : Uint8Array.from(Buffer.from(given, "hex"));
  if (key === undefined && isUsed) {
    throw new StartError(`The file ${path} is missing. ${missing}`);
  }
  key ??= await createKeyFile(path);
  const identity = identityOf(key);
  if ((await claimFact(store, fact, identity)) !== identity) {
    throw new StartError(changed);
  }
  return key;
}

/** Whether the store has a secret's fingerprint, that is, whether a service has ever run on it. */
export async function hasSecret(store: Store): Promise<boolean> {
  return (await readFact(store, "secret_fingerprint")) !== undefined;
}

export async function isStoredSecret(store: Store, secret: Uint8Array): Promise<boolean> {
  return (await readFact(store, "secret_fingerprint")) === fingerprintOf(secret);
}

/** The fingerprint of a secret, which does not reveal it. */
export function fingerprintOf(secret: Uint8Array): string {
  return createHash("sha256")
    .update("tableside secret fingerprint")
    .update(secret)
    .digest("hex")
    .slice(0, 16);
}
