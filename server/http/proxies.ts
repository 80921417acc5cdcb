import { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import ipaddr from "ipaddr.js";
import type { Log } from "../runtime/log.ts";

/** An address and how many of its bits count. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Which forwarded words of a request are to be believed. */
export interface Proxies {
  /** The client that a request counts for: an IPv4 address, or the /64 net of an IPv6 one. */
  clientAddress(request: IncomingMessage): string;
  /** Whether the request reached the first proxy over TLS, as far as a named one says so. */
  isForwardedTls(request: IncomingMessage): boolean;
}

/**
 * Reads a list of proxies: addresses, ranges such as 10.0.0.0/8, and the word `loopback`, with commas
 * or blanks between. Undefined when one of them is none of these.
 */
export function parseProxies(text: string): readonly AddressRange[] | undefined {
  const ranges: AddressRange[] = [];
  for (const word of text.split(/[\s,]+/).filter((one) => one !== "")) {
    if (word === "loopback") {
      ranges.push(ipaddr.parseCIDR("127.0.0.0/8"), ipaddr.parseCIDR("::1/128"));
    } else if (ipaddr.isValidCIDR(word) && isAddress(word.replace(/\/.*/, ""))) {
      ranges.push(ipaddr.parseCIDR(word));
    } else if (isAddress(word)) {
      const address = ipaddr.process(word);
      ranges.push([address, address.kind() === "ipv4" ? 32 : 128]);
    } else {
      return undefined;
    }
  }
  return ranges;
}

/**
 * The proxies named in the settings. A proxy that is not named is a client like any other, as which
 * all those behind it are counted: the first request that came through one is logged.
 */
export function createProxies(named: readonly AddressRange[], log: Log): Proxies {
  let hasWarned = false;

  function isNamed(address: string): boolean {
    if (!isAddress(address)) {
      return false;
    }
    const parsed = ipaddr.process(address);
    return named.some(([net, bits]) => parsed.kind() === net.kind() && parsed.match(net, bits));
  }

  function peerOf(request: IncomingMessage): string {
    const peer = request.socket.remoteAddress ?? "";
    if (!hasWarned && request.headers["x-forwarded-for"] !== undefined && !isNamed(peer)) {
      hasWarned = true;
      log("unnamed proxy", {
        peer,
        advice:
          "Requests come forwarded from this address, which TRUST_PROXY does not name: all viewers behind it count as one.",
      });
    }
    return peer;
  }

  return {
    clientAddress(request) {
      // Each proxy appends the address it was asked from; only what a named one says is believed.
      const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
      let client = peerOf(request);
      while (isNamed(client)) {
        const before = withoutPort(forwarded.pop()?.trim() ?? "");
        if (!isAddress(before)) {
          break;
        }
        client = before;
      }
      return netOf(client);
    },

    isForwardedTls(request) {
      const proto = String(request.headers["x-forwarded-proto"] ?? "").split(",")[0];
      return isNamed(peerOf(request)) && proto?.trim().toLowerCase() === "https";
    },
  };
}

/** The address that a request counts against: all clients behind a proxy that is not named share the proxy's. */
export function clientAddress({ runtime }: H3Event, proxies: Proxies): string {
  const request = runtime?.node?.req;
  return request instanceof IncomingMessage ? proxies.clientAddress(request) : "";
}

/** Where the request says that it reached the service. */
export function ownOrigin({ url, runtime }: H3Event, proxies: Proxies): string {
  const request = runtime?.node?.req;
  const isTls = request instanceof IncomingMessage && proxies.isForwardedTls(request);
  return isTls ? `https://${url.host}` : url.origin;
}

/** Whether a text is an address as it is always written; ipaddr.js takes `1` and `0x7f.1` as well. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Some proxies write 192.0.2.1:5678 or [2001:db8::1]:5678. */
function withoutPort(text: string): string {
  return /^\[(.*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, "$1");
}

/** One client has a whole /64 of IPv6 addresses, and could pass for as many clients. */
function netOf(text: string): string {
  if (!isAddress(text)) {
    return text;
  }
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
    : address.toString();
}
