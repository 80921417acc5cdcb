import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/**
 * The network that a request comes from: an IPv4 address, or the half of an IPv6 address that one
 * household has for itself.
 *
 * @param isBehindProxy whether the last address in `X-Forwarded-For` was written by your own proxy.
 */
export function visitorNetwork(request: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",").at(-1);
  const named = isBehindProxy ? forwarded?.trim() : "";
  return networkOf(named || (request.socket.remoteAddress ?? ""));
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const [head = "", tail] = address.split("::");
  const groups = (part = "") => part.split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => "0");
  return [...groups(head), ...zeros, ...groups(tail)]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
