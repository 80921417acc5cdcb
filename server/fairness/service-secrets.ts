import type { Config } from "../config/config.ts";
import type { Store } from "../store/store.ts";
import { openSecrets } from "./day-secrets.ts";
import type { Secrets } from "./day-secrets.ts";
import type { FairnessOptions } from "./fairness.ts";
import { loadSecret } from "./secret.ts";
import { loadSigningKey } from "./signing-key.ts";

/** The secrets of a service: from its settings, or where those give none, from its data folder. */
export interface ServiceSecrets {
  /** The first one, 32 bytes. */
  readonly secret: Uint8Array;
  /** The one of each day. */
  readonly secrets: Secrets;
  readonly signingKey: FairnessOptions["signingKey"];
}

/** @throws StartError when they are not those that the store knows. */
export async function loadServiceSecrets(
  config: Config,
  dataDir: string,
  store: Store,
): Promise<ServiceSecrets> {
  const secret = await loadSecret({ dataDir, given: config.oracleSecret }, store);
  const folder = ownFolder(config, dataDir);
  const signingKey = await loadSigningKey({ dataDir: folder, given: config.signingKey }, store);
  const later = { dataDir: folder, given: config.laterSecrets };
  return { secret, signingKey, secrets: await openSecrets(secret, later, store) };
}

/** Servers that share a database share what signs and what comes later, so no folder can hold that. */
function ownFolder({ databaseUrl }: Config, dataDir: string): string | null {
  return databaseUrl === null ? dataDir : null;
}
