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
 * Asks DNS itself. Unlike the system's lookup this occupies none of the process's four threads: names with
 * unresponsive servers would delay all file access and other lookups.
 */
export function resolvePublic(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  };
}

/** Asks the system, which also knows the names of its own networks. */
export const resolveBySystem: Resolve = async (host) => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};

/** The IP addresses of a URL's host, which may be an IP address itself. */
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
 * Whether an IP address belongs to the public internet: not to this machine, a private network, a transition
 * between IPv4 and IPv6 that may lead to one, or any other special purpose.
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

/** Why a URL cannot be an endpoint, by the code of the portal's notice. */
const FAULTS = {
  webhook_not_url: "An endpoint is an https URL such as https://www.example.com/tableside.",
  webhook_not_https: "An endpoint must use https, or http in a sandbox.",
  webhook_not_bare:
    "The URL of an endpoint must not contain a user, password or fragment (#). The signature identifies the caller.",
  webhook_too_long: `The URL of an endpoint may have at most ${MAX_ENDPOINT_URL_LENGTH} characters.`,
  webhook_private:
    "An endpoint must have a public IP address. This one belongs to this machine or a private network.",
};

/** The URL cannot be an endpoint. */
export class InvalidTarget extends InvalidInput {
  readonly code: keyof typeof FAULTS;

  constructor(code: keyof typeof FAULTS) {
    super(FAULTS[code]);
    this.code = code;
  }
}

/**
 * Normalises the URL of an endpoint. The IP addresses of its name are checked at each call.
 *
 * @param allowPrivate whether http, and IP addresses of this machine and of private networks, are allowed.
 * @throws InvalidTarget with the allowed URLs if it may not be called.
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
