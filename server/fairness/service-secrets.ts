import { join } from "node:path";
import { publicKeyOf } from "../../src/fairness/header.ts";
import type { Config } from "../config/config.ts";
import { ed25519 } from "../runtime/node-crypto.ts";
import { StartError } from "../runtime/start-error.ts";
import { createKeyFile, readKeyFile } from "../store/key-file.ts";
import type { Store } from "../store/store.ts";
import { claimFact, loadSecret, readFact } from "./secret.ts";

/** The secrets of a service, from its settings or, if they are not set, from its data folder. */
export interface ServiceSecrets {
  /** The first secret, 32 bytes. */
  readonly secret: Uint8Array;
  /** 32 bytes. */
  readonly signingKey: Uint8Array;
}

/**
 * Loads the secrets.
 *
 * @throws StartError when they are not those that the store knows.
 */
export async function loadServiceSecrets(
  config: Config,
  dataDir: string,
  store: Store,
): Promise<ServiceSecrets> {
  const secret = await loadSecret({ dataDir, given: config.oracleSecret }, store);
  const signingKey = await loadSigningKey({ dataDir, given: config.signingKey }, store);
  return { secret, signingKey };
}

/** Possible sources of the key that signs headers. */
export interface SigningKeySource {
  /** The data folder, which keeps the file `signing-key`. */
  readonly dataDir: string;
  /** The key in the settings, 64 hexadecimal digits, which overrides the file; null if there is none. */
  readonly given: string | null;
}

const WAYS_OUT =
  "Restore the earlier key (the file signing-key from a backup, or SIGNING_KEY), because programs that check rounds have pinned its public half.";

/**
 * Loads the Ed25519 key (32 bytes) that signs the headers of days, creating it on the first start only. It is
 * independent of the secret, so neither reveals the other.
 *
 * @throws StartError when it is malformed, lost, or not the one that signed before.
 */
export async function loadSigningKey(
  { dataDir, given }: SigningKeySource,
  store: Store,
): Promise<Uint8Array> {
  const existedBefore = (await readFact(store, "signing_key")) !== undefined;
  const key =
    given === null
      ? await keyFromFile(dataDir, existedBefore)
      : Uint8Array.from(Buffer.from(given, "hex"));
  const publicKey = publicKeyOf(key, ed25519);
  if ((await claimFact(store, "signing_key", publicKey)) !== publicKey) {
    throw new StartError(`The signing key is not the one that signed before. ${WAYS_OUT}`);
  }
  return key;
}

async function keyFromFile(dataDir: string, existedBefore: boolean): Promise<Uint8Array> {
  const file = join(dataDir, "signing-key");
  const present = await readKeyFile(file);
  if (present === undefined && existedBefore) {
    throw new StartError(`The file ${file} is missing. ${WAYS_OUT}`);
  }
  return present ?? createKeyFile(file);
}
