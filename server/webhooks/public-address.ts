import ipaddr from "ipaddr.js";

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
