import { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import ipaddr from "ipaddr.js";
import type { Log } from "../runtime/log.ts";

/** An address and the number of its significant bits. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

export type Proxies = ReturnType<typeof createProxies>;

/**
 * Parses a list of proxies, separated by commas or spaces: addresses, ranges such as 10.0.0.0/8, and the word
 * `loopback`. Undefined if an entry is none of these.
 */
export function parseProxies(text: string): readonly AddressRange[] | undefined {
  const ranges: AddressRange[] = [];
  for (const word of text.split(/[\s,]+/).filter((entry) => entry !== "")) {
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

/** Trusts the proxies named in the settings. An unnamed proxy and all clients behind it count as one client. */
export function createProxies(named: readonly AddressRange[], log: Log) {
  let hasWarned = false;

  function isNamed(address: string): boolean {
    if (!isAddress(address)) {
      return false;
    }
    const parsed = ipaddr.process(address);
    return named.some(([net, bits]) => parsed.kind() === net.kind() && parsed.match(net, bits));
  }

  return {
    /** Logs the first request that an unnamed proxy forwards. */
    notice(request: IncomingMessage): void {
      const peer = peerOf(request);
      if (hasWarned || request.headers["x-forwarded-for"] === undefined || isNamed(peer)) {
        return;
      }
      hasWarned = true;
      log("unnamed proxy", {
        peer,
        advice:
          "This address forwards requests, but TRUST_PROXY does not list it, so all viewers behind it appear to be one client. If it is your proxy, add it to TRUST_PROXY.",
      });
    },

    /** The client charged for a request: an IPv4 address, or an IPv6 /64 network. */
    clientAddress(request: IncomingMessage): string {
      // Each proxy appends its client's address; only trusted proxies' entries count.
      const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
      let client = peerOf(request);
      while (isNamed(client)) {
        const previous = withoutPort(forwarded.pop()?.trim() ?? "");
        if (!isAddress(previous)) {
          break;
        }
        client = previous;
      }
      return clientNetwork(client);
    },

    /** Whether the request reached the first trusted proxy over TLS. */
    isForwardedTls(request: IncomingMessage): boolean {
      const proto = String(request.headers["x-forwarded-proto"] ?? "").split(",")[0];
      return isNamed(peerOf(request)) && proto?.trim().toLowerCase() === "https";
    },
  };
}

function peerOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? "";
}

/** A client's address. All clients behind an unnamed proxy share the proxy's address. */
export function clientAddress({ runtime }: H3Event, proxies: Proxies): string {
  const request = runtime?.node?.req;
  return request instanceof IncomingMessage ? proxies.clientAddress(request) : "";
}

/** The origin at which the request reached the service, according to its headers. */
export function ownOrigin({ url, runtime }: H3Event, proxies: Proxies): string {
  const request = runtime?.node?.req;
  const isTls = request instanceof IncomingMessage && proxies.isForwardedTls(request);
  return isTls ? `https://${url.host}` : url.origin;
}

/** Accepts only the usual notation; ipaddr.js also accepts `1` and `0x7f.1`. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Removes a port, because some proxies write 192.0.2.1:5678 or [2001:db8::1]:5678. */
function withoutPort(text: string): string {
  return /^\[(.*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, "$1");
}

/** A client's network, because a client with a whole IPv6 /64 could pose as many clients. */
function clientNetwork(text: string): string {
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
