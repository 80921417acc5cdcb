import type { Config } from "../config/config.ts";
import { openSecrets } from "../fairness/day-secrets.ts";
import type { Secrets } from "../fairness/day-secrets.ts";
import { createRoundDecisions } from "../fairness/round-decisions.ts";
import type { RoundDecisions } from "../fairness/round-decisions.ts";
import { loadSecret } from "../fairness/secret.ts";
import { createOracle } from "../rounds/oracle.ts";
import type { Oracle } from "../rounds/oracle.ts";
import type { Store } from "../store/store.ts";
import { storedBeacons, storedHeaders } from "./stored.ts";
import type { StoredBeacons, StoredHeaders } from "./stored.ts";

/** A service that need not run: what its store and its secret make of its rounds. */
export interface StoredService {
  readonly secrets: Secrets;
  readonly headers: StoredHeaders;
  readonly beacons: StoredBeacons;
  readonly decisions: RoundDecisions;
  readonly oracle: Oracle;
}

/**
 * Opens what a store keeps of a service, for commands that only read.
 *
 * @throws StartError when the secret is not right.
 */
export async function openStoredService(store: Store, config: Config): Promise<StoredService> {
  const { dataDir, databaseUrl, oracleSecret, laterSecrets, timeZone, entropy } = config;
  const first = await loadSecret({ dataDir, given: oracleSecret }, store);
  const later = { dataDir: databaseUrl === null ? dataDir : null, given: laterSecrets };
  const secrets = await openSecrets(first, later, store);
  const [headers, beacons] = [
    await storedHeaders(store),
    storedBeacons(store, first, config.beacons.chain),
  ];
  const decisions = createRoundDecisions({ headers, beacons, entropy });
  const oracle = createOracle({ secret: secrets.of, timeZone, decisions });
  return { secrets, headers, beacons, decisions, oracle };
}
