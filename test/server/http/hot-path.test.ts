import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { toNodeHandler } from "h3/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs, PHASES, phaseLengthMs } from "../../../src/round/phases.ts";
import { listenOn } from "../../support/free-port.ts";
import { startService, type ServiceOptions } from "../../support/service.ts";

const ROUND = 200_000;

async function listen(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  onTestFinished(() => void server.close());
  return listenOn(server);
}

/** A service on two ports: with the hot path in front of its app, and the app alone. */
async function bothWays(options: ServiceOptions = {}) {
  const service = await startService(options);
  let taken = 0;
  const hot = await listen((request, response) => {
    const before = service.metrics.hot.responses;
    service.handle(request, response);
    taken += service.metrics.hot.responses - before;
  });
  const slow = await listen(toNodeHandler(service.app));
  return { service, hot, slow, taken: () => taken };
}

async function responseTo(port: number, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
  let received = "";
  socket.setEncoding("latin1").on("data", (piece: string) => (received += piece));
  await once(socket, "close");
  return received.replace(/\r\nDate: [^\r]+/, "\r\nDate: now");
}

function get(path: string, headers = ""): string {
  return `GET ${path} HTTP/1.1\r\nHost: tableside.test\r\n${headers}\r\n`;
}

async function expectSame({ hot, slow }: { hot: number; slow: number }, request: string) {
  const [quick, thorough] = [await responseTo(hot, request), await responseTo(slow, request)];
  expect(quick).toBe(thorough);
  return quick;
}

describe.each(games)("the hot path to the state of $slug", (game) => {
  const path = `/embed/${game.slug}/api/current`;

  test("the hot path's response always equals the app's byte for byte", async () => {
    const ways = await bothWays();
    const { clock } = ways.service;
    let asked = 0;
    for (const round of [1, 2, ROUND, ROUND + 1]) {
      for (const phase of PHASES) {
        const startMs = phaseStartMs(round, phase, game);
        const lengthMs = phaseLengthMs(phase, game);
        for (const intoMs of [0, 1, lengthMs / 2, lengthMs - 1_000, lengthMs - 10, lengthMs - 1]) {
          clock.nowMs = startMs + intoMs;
          const text = await expectSame(ways, get(path));
          expect(text).toContain(`"phase":"${phase}"`);
          asked += 1;
        }
      }
    }
    expect(ways.taken()).toBe(asked);
  });

  test("the hot path responds like the app after the clock is set", async () => {
    const ways = await bothWays();
    const { clock } = ways.service;
    const bettingMs = phaseStartMs(ROUND, "betting", game);
    for (const ms of [5_000, 3_605_000, 4_999, 59_999, 0, -1, -3_600_000, 5_000]) {
      clock.nowMs = bettingMs + ms;
      expect(await expectSame(ways, get(path))).toMatch(/^HTTP\/1.1 200/);
    }
  });
});

const CURRENT = "/embed/baccarat/api/current";

test.each([
  ["any query", get(`${CURRENT}?_=1&round=5&%ZZ=%`)],
  ["an empty query", get(`${CURRENT}?`)],
  ["an accepted encoding", get(CURRENT, "Accept-Encoding: gzip, br\r\n")],
  ["an etag", get(CURRENT, "If-None-Match: *\r\n")],
  ["a range", get(CURRENT, "Range: bytes=0-5\r\n")],
  ["an origin", get(CURRENT, "Origin: https://a.example\r\n")],
  ["a body", `GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`],
  ["a host with a port", `GET ${CURRENT} HTTP/1.1\r\nHost: 127.0.0.1:59999\r\n\r\n`],
  ["an empty host", `GET ${CURRENT} HTTP/1.1\r\nHost:\r\n\r\n`],
  ["HTTP/1.0, without a host", `GET ${CURRENT} HTTP/1.0\r\n\r\n`],
])("the hot path responds to a request with %s as the app does", async (_, request) => {
  const ways = await bothWays();
  expect(await expectSame(ways, request)).toContain("200");
  expect(ways.taken()).toBe(1);
});

test.each([
  ["HEAD", `HEAD ${CURRENT} HTTP/1.1\r\nHost: a\r\n\r\n`, "200"],
  ["OPTIONS", `OPTIONS ${CURRENT} HTTP/1.1\r\nHost: a\r\n\r\n`, "204"],
  ["POST", `POST ${CURRENT} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`, "405"],
  ["an unknown game", get("/embed/nosuch/api/current"), "404"],
  ["a game's name in a different case", get("/embed/Baccarat/api/current"), "404"],
  ["a property of every object", get("/embed/__proto__/api/current"), "404"],
  ["an encoded URL", get("/embed/bacc%61rat/api/current"), "200"],
  ["an absolute URL", get(`http://tableside.test${CURRENT}`), "200"],
  ["a trailing slash", get(`${CURRENT}/`), "200"],
  ["a double slash", get(`/${CURRENT}`), "404"],
  ["a fragment", get(`${CURRENT}#x`), "200"],
  ["a malformed host", `GET ${CURRENT} HTTP/1.1\r\nHost: a"><script>\r\n\r\n`, "400"],
  ["a malformed port", `GET ${CURRENT} HTTP/1.1\r\nHost: a:99999\r\n\r\n`, "400"],
  ["an IPv6 host", `GET ${CURRENT} HTTP/1.1\r\nHost: [::1]:65535\r\n\r\n`, "200"],
])("a request with %s goes to the app", async (_, request, status) => {
  const ways = await bothWays();
  expect(await expectSame(ways, request)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  expect(ways.taken()).toBe(0);
});

test("the hot path leaves a game's maintenance 503 to the app", async () => {
  const ways = await bothWays({ down: ["baccarat"] });
  expect(await expectSame(ways, get(CURRENT))).toMatch(/^HTTP\/1.1 503/);
  expect(await expectSame(ways, get("/embed/dragontiger/api/current"))).toMatch(/^HTTP\/1.1 200/);
  expect(ways.taken()).toBe(1);
});

// Cause: only requests charged to an IP address checked for a proxy, and polling is not charged.
test.each([CURRENT, "/embed/baccarat/api/schedule", "/healthz"])(
  "an untrusted proxy is logged on its first forwarded request, even for %s",
  async (path) => {
    const { service, hot } = await bothWays();
    const logged = () => service.log.filter((line) => line.includes("unnamed proxy")).length;
    await responseTo(hot, get(path));
    expect(logged()).toBe(0);
    for (let i = 0; i < 2; i++) {
      await responseTo(hot, get(path, "X-Forwarded-For: 198.51.100.7\r\n"));
    }
    expect(logged()).toBe(1);
  },
);
