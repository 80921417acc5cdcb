import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createProxies, parseProxies } from "../../../server/http/proxies.ts";

function requestFrom(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
}

function proxies(named: string) {
  const log: [event: string, fields: unknown][] = [];
  const ranges = parseProxies(named) ?? [];
  return { log, ...createProxies(ranges, (event, fields) => log.push([event, fields])) };
}

test.each([
  ["no proxy is named", "", "192.0.2.1", "198.51.100.7", "192.0.2.1"],
  ["the peer is not named", "10.0.0.0/8", "192.0.2.1", "198.51.100.7", "192.0.2.1"],
  ["the peer is named", "192.0.2.1", "192.0.2.1", "198.51.100.7", "198.51.100.7"],
  ["the peer is in a named range", "192.0.2.0/24", "192.0.2.9", "198.51.100.7", "198.51.100.7"],
  ["the peer is this machine", "loopback", "127.0.0.1", "198.51.100.7", "198.51.100.7"],
  ["the peer is this machine, by IPv6", "loopback", "::1", "198.51.100.7", "198.51.100.7"],
  [
    "the peer is this machine, by IPv4-mapped IPv6",
    "loopback",
    "::ffff:127.0.0.1",
    "198.51.100.7",
    "198.51.100.7",
  ],
  [
    "two proxies are named",
    "loopback, 10.0.0.0/8",
    "127.0.0.1",
    "198.51.100.7, 10.1.2.3",
    "198.51.100.7",
  ],
  ["the outer proxy is not named", "loopback", "127.0.0.1", "198.51.100.7, 10.1.2.3", "10.1.2.3"],
  [
    "a viewer invents addresses",
    "loopback",
    "127.0.0.1",
    "1.1.1.1, 127.0.0.1, 198.51.100.7",
    "198.51.100.7",
  ],
  ["a named proxy forwards no address", "loopback", "127.0.0.1", "", "127.0.0.1"],
  ["a named proxy forwards nonsense", "loopback", "127.0.0.1", "unknown", "127.0.0.1"],
  ["a named proxy forwards a number", "loopback", "127.0.0.1", "1", "127.0.0.1"],
  ["a named proxy adds a port", "loopback", "127.0.0.1", "198.51.100.7:5678", "198.51.100.7"],
  [
    "a named proxy adds a port to an IPv6 address",
    "loopback",
    "127.0.0.1",
    "[2001:db8::7]:5678",
    "2001:db8:0:0::/64",
  ],
])('a viewer counts as $4 if $0: $2 forwards "$3"', (_, named, peer, forwarded, viewer) => {
  const headers = forwarded === "" ? {} : { "x-forwarded-for": forwarded };
  expect(proxies(named).clientAddress(requestFrom(peer, headers))).toBe(viewer);
});

test("each IPv6 /64 counts as one viewer", () => {
  const { clientAddress } = proxies("");
  const [first, same, other] = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"].map(
    (peer) => clientAddress(requestFrom(peer)),
  );
  expect(same).toBe(first);
  expect(other).not.toBe(first);
});

test.each([
  ["a named proxy", "loopback", "https", "TLS"],
  ["a named proxy", "loopback", "HTTPS, http", "TLS"],
  ["a named proxy", "loopback", "http", "plain HTTP"],
  ["a named proxy", "loopback", "http, https", "plain HTTP"],
  ["a named proxy", "loopback", "", "plain HTTP"],
  ["an unnamed proxy", "10.0.0.0/8", "https", "plain HTTP"],
])('a request counts as $3 if $0 forwards "$2"', (_, named, proto, way) => {
  const request = requestFrom("127.0.0.1", { "x-forwarded-proto": proto });
  expect(proxies(named).isForwardedTls(request)).toBe(way === "TLS");
});

describe("a proxy that is not in TRUST_PROXY", () => {
  const forwarded = { "x-forwarded-for": "198.51.100.7" };

  test("an untrusted proxy is logged with its own IP address", () => {
    const { log, notice } = proxies("10.0.0.0/8");
    for (const peer of ["10.0.0.1", "10.0.0.1", "10.0.0.2"]) {
      notice(requestFrom(peer, forwarded));
    }
    notice(requestFrom("198.51.100.7"));
    expect(log).toEqual([]);
    for (let i = 0; i < 3; i++) {
      notice(requestFrom("192.0.2.1", forwarded));
    }
    expect(log).toEqual([
      ["unnamed proxy", { peer: "192.0.2.1", advice: expect.stringContaining("TRUST_PROXY") }],
    ]);
  });
});
