import { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import type { Proxies } from "./proxies.ts";

/**
 * The address that a request counts against: an IPv4 address or the /64 net of an IPv6 one. All
 * clients behind a proxy that TRUST_PROXY does not name share the proxy's.
 */
export function clientAddress({ runtime }: H3Event, proxies: Proxies): string {
  const request = runtime?.node?.req;
  return request instanceof IncomingMessage ? proxies.clientAddress(request) : "";
}
