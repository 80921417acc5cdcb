import { QUICKNET } from "../../fairness/chain.ts";
import type { BeaconChain } from "../../fairness/chain.ts";
import type { RoundSources } from "../../fairness/check-round.ts";
import { loadKeys } from "../../fairness/house-sources.ts";
import type { HouseClient } from "../../fairness/house-sources.ts";
import { ApiError } from "../../wire/api-error.ts";
import { ServiceRequests } from "../../wire/service-requests.ts";
import { withPauses } from "../pauses.ts";
import { nameUrl, serviceUrl } from "../service-url.ts";

/** The service to check, and the keys and chains to trust. */
export interface VerifyOptions {
  /** The service URL. */
  baseUrl: string;
  /** The game's slug. */
  game: string;
  /** Public keys that you saved, 64 hex digits each. If there are any, only they count. */
  keys?: readonly string[];
  /** The chains whose beacons you trust; drand quicknet if omitted. */
  chains?: readonly BeaconChain[];
  signal?: AbortSignal;
}

/** The keys and chains that a check trusts: saved keys, or the service's current keys if there are none. */
export function trustFor(
  { keys = [], chains = [QUICKNET] }: Pick<VerifyOptions, "keys" | "chains">,
  shown: readonly string[],
): Pick<RoundSources, "keys" | "chains"> {
  return { keys: { pinned: keys, shown }, chains };
}

/** The service's current keys; not fetched if there are saved keys. */
export async function shownKeys(
  { keys = [] }: Pick<VerifyOptions, "keys">,
  house: HouseClient,
): Promise<string[]> {
  return keys.length > 0 ? [] : loadKeys(house);
}

/**
 * An HTTP client for the service. It pauses when the service requests it. Throws a TypeError for an invalid URL or key.
 */
export function houseClient({
  baseUrl,
  keys = [],
  signal = new AbortController().signal,
}: VerifyOptions): HouseClient {
  const base = serviceUrl(baseUrl);
  if (base === null) {
    throw new TypeError(
      `verify: "baseUrl" must be a full URL such as "https://games.example.com", not ${JSON.stringify(baseUrl)}.`,
    );
  }
  const malformed = keys.find((key) => !/^[\da-f]{64}$/.test(key));
  if (malformed !== undefined) {
    throw new TypeError(
      `verify: "keys" must be 64 hex digits each, as in fairness/keys.json, not ${JSON.stringify(malformed)}.`,
    );
  }
  // Passes only the signal, because not every runtime accepts the options that pages use.
  const requests = new ServiceRequests(base, (url, init) =>
    nameUrl(url, fetch(url, { signal: init?.signal ?? null })),
  );
  return {
    get: (path) => withPauses(() => requests.get(path.slice(1), signal), signal),
    isMissing: (error) => error instanceof ApiError && error.status === 404,
  };
}
