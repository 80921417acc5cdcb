import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { MAX_ENDPOINT_URL_LENGTH } from "../../src/wire/account-limits.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { isLoopback } from "../config/loopback.ts";

/** Resolves a host name to IP addresses; none if it does not exist. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Queries DNS directly. The system's lookup would occupy one of the process's four threads for every name whose server
 * does not respond, and delay file access and other lookups.
 */
export function createDnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  };
}

/** Uses the system resolver, which also knows the names of local networks. */
export const resolveBySystem: Resolve = async (host) => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};

/** The IP addresses of a URL's host, which can be an IP address itself. */
export async function resolveAddresses(
  hostname: string,
  resolve: Resolve,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? resolve(host) : [host];
}

/** The IPv6 addresses of the public internet. */
const GLOBAL = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an IP address is on the public internet. False for this machine, private networks, transition addresses
 * between IPv4 and IPv6, and other special-purpose addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  const parsed = ipaddr.process(address);
  return (
    parsed.range() === "unicast" &&
    (parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL))
  );
}

const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** Messages for invalid URLs, by the portal's notice code. */
const FAULTS = {
  webhook_not_url: "An endpoint is an https URL such as https://www.example.com/tableside.",
  webhook_not_https: "An endpoint must use https, or http in a sandbox.",
  webhook_not_bare:
    "An endpoint URL must not contain a user name, password or fragment (#). Each webhook's signature identifies the sender.",
  webhook_too_long: `An endpoint URL may have at most ${MAX_ENDPOINT_URL_LENGTH} characters.`,
  webhook_private:
    "An endpoint must have a public IP address. This one belongs to this machine or a private network.",
};

export class InvalidTarget extends InvalidInput {
  readonly code: keyof typeof FAULTS;

  constructor(code: keyof typeof FAULTS) {
    super(FAULTS[code]);
    this.code = code;
  }
}

/**
 * Normalises an endpoint URL. `post` checks its host's IP addresses before it sends each webhook.
 *
 * @param allowPrivate whether http, and IP addresses of this machine and of private networks, are allowed.
 * @throws InvalidTarget if the URL cannot be an endpoint; its message says what is allowed.
 */
export function parseTarget(text: string, allowPrivate: boolean): string {
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === "") {
    throw new InvalidTarget("webhook_not_url");
  }
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) {
    throw new InvalidTarget("webhook_not_https");
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new InvalidTarget("webhook_not_bare");
  }
  if (url.href.length > MAX_ENDPOINT_URL_LENGTH) {
    throw new InvalidTarget("webhook_too_long");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isInside =
    isLoopback(host) ||
    (ADDRESS.test(url.hostname) && !isPublicAddress(host)) ||
    !/[.:]/.test(host);
  if (!allowPrivate && isInside) {
    throw new InvalidTarget("webhook_private");
  }
  return url.href;
}
