import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The IP addresses that a host name stands for; none if it does not exist. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks DNS itself. Unlike the system's lookup this occupies no thread, of which a process has four: names
 * whose servers hang would delay all other files and lookups.
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

/** The addresses of a URL's host, which may be an address itself. */
export async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? resolve(host) : [host];
}

/** The addresses of IPv6 that are handed out to networks of the internet. */
const GLOBAL = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an IP address belongs to the internet at large: not to this machine, a private network, a
 * transition between IPv4 and IPv6 that may lead to one, or any other special purpose.
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
