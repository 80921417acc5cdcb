import { QUICKNET } from "../../fairness/chain.ts";
import type { BeaconChain } from "../../fairness/chain.ts";
import type { RoundSources } from "../../fairness/check-round.ts";
import { loadKeys } from "../../fairness/house-sources.ts";
import type { HouseClient } from "../../fairness/house-sources.ts";
import { FieldError } from "../../fairness/read-untrusted.ts";
import { ApiError } from "../../wire/api-error.ts";
import { TIMEOUT_MS } from "../../wire/service-requests.ts";
import { withPauses } from "../pauses.ts";
import { serviceUrl } from "../service-url.ts";

/** Whom to ask, and whom to trust. */
export interface VerifyOptions {
  /** The address of the service. */
  baseUrl: string;
  /** The game's slug. */
  game: string;
  /** Public keys that you kept, 64 hex digits each. When there are any, they alone count. */
  keys?: readonly string[];
  /** The chains whose beacons you trust; drand quicknet if left out. */
  chains?: readonly BeaconChain[];
  signal?: AbortSignal;
}

/** Whom a check trusts: keys that were kept, or those that the service shows. */
export function trustOf(
  { keys = [], chains = [QUICKNET] }: Pick<VerifyOptions, "keys" | "chains">,
  shown: readonly string[],
): Pick<RoundSources, "keys" | "chains"> {
  return { keys: { pinned: keys, shown }, chains };
}

/** The keys that the service shows now. Kept keys make them needless. */
export async function shownKeys(
  { keys = [] }: Pick<VerifyOptions, "keys">,
  house: HouseClient,
): Promise<string[]> {
  return keys.length > 0 ? [] : loadKeys(house);
}

/** The service, asked over HTTP. It pauses when the service asks for it. Throws a TypeError for no address. */
export function houseOf({ baseUrl, signal }: VerifyOptions): HouseClient {
  const base = serviceUrl(baseUrl);
  if (base === null) {
    throw new TypeError(
      `verify: "baseUrl" must be a full address such as "https://games.example.com", not ${JSON.stringify(baseUrl)}.`,
    );
  }
  return {
    get: (path) =>
      withPauses(async () => (await ask(base + path.slice(1), signal)).json() as unknown, signal),
    isMissing: (error) => error instanceof ApiError && error.status === 404,
  };
}

/** What was read; null for what cannot be. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError) {
      return null;
    }
    throw error;
  }
}

async function ask(address: string, signal: AbortSignal | undefined): Promise<Response> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(address, {
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
  if (!response.ok) {
    throw new ApiError(response, await response.json().catch(() => null));
  }
  return response;
}
