/*
 * The storm of attacks/overload.test.ts, from many addresses and over TLS, at the nginx that is shipped. nginx
 * keeps away from the service what clients send slowly or do not read; what the service refuses it has to pass on, and
 * must not take for a replica that is lost: that would be passed over, with its viewers.
 */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect as secure } from "node:tls";
import type { TLSSocket } from "node:tls";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { someBuild } from "../support/build.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { openHttp2 } from "../support/http2-client.ts";
import { HOST, startNginx } from "../support/nginx.ts";
import type { Nginx } from "../support/nginx.ts";
import { startServer } from "../support/server-process.ts";

const STREAMS_MAX = 100;
const VIEWERS = 20;
const STREAM = "/embed/baccarat/api/stream";
const CURRENT = "/embed/baccarat/api/current";

beforeAll(someBuild, 600_000);

interface Client {
  readonly socket: TLSSocket;
  readonly said: () => string;
}

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const getting = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;

function signingIn(index: number): string {
  const body = `email=eve${index}@example.com&password=correct+horse+battery`;
  return `POST /account/sign-in/ HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: https://${HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

let dialled = 0;

/** A connection of somebody with an address of their own, and what it was told. */
function dial({ port }: Nginx, sends: string, { reads = true } = {}): Client {
  dialled += 1;
  const localAddress = `127.3.${dialled >> 8}.${dialled & 255}`;
  const plain = connect({ host: "127.0.0.1", port, localAddress }).on("error", () => {});
  const options = { socket: plain, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
  const socket = secure(options).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let said = "";
  if (reads) {
    socket.setEncoding("latin1").on("data", (text: string) => (said += text));
  } else {
    socket.pause();
  }
  socket.write(sends);
  return { socket, said: () => said };
}

test("in a storm at nginx rounds and open streams go on, and whoever is refused is told so", async () => {
  const port = await freePort();
  const server = await startServer({
    PORT: String(port),
    STREAMS_MAX: String(STREAMS_MAX),
    TRUST_PROXY: "loopback",
    BASE_URL: `https://${HOST}`,
  });
  const nginx = await startNginx([port], [], 8_000);
  const viewer = await openHttp2(nginx);
  const heard = many(VIEWERS, () => "");
  let ended = 0;
  for (const index of heard.keys()) {
    const onText = (text: string) => (heard[index] += text);
    void viewer.follow(STREAM, onText).then(() => (ended += 1));
  }
  await eventually(() => heard.every((text) => text.includes("event: state")));

  const history = (index: number) =>
    `/embed/baccarat/api/results?limit=500&before=${300_000 - index * 500}`;
  const unread = many(40, (client) =>
    dial(nginx, many(65, (n) => getting(history(client * 65 + n))).join(""), { reads: false }),
  );
  const idle = many(500, () => dial(nginx, ""));
  const slow = many(200, () => dial(nginx, getting("/v1/game-table.js"), { reads: false }));
  const signIns = many(12, (n) => dial(nginx, signingIn(n)));
  const pages = many(100, (n) =>
    dial(nginx, getting(["/account/sign-in/", history(n)][n % 2] ?? "")),
  );
  const streams = many(2 * STREAMS_MAX, () => dial(nginx, getting(STREAM)));

  const polls: number[] = [];
  for (let poll = 0; poll < 50; poll++) {
    polls.push((await viewer.ask(CURRENT)).status);
    await pause(20);
  }
  expect(polls).toEqual(Array(50).fill(200));
  const asked = [...signIns, ...pages, ...streams];
  await eventually(() => asked.every(({ socket, said }) => said() !== "" || socket.destroyed));
  for (const { said } of asked.filter(({ said }) => said() !== "")) {
    expect(said()).toMatch(/^HTTP\/1\.1 ((200|303|429) |503 [^]*?\r\nretry-after: \d+\r\n)/i);
  }
  const opened = streams.filter(({ said }) => said().includes("event: state"));
  expect(opened.length).toBeLessThanOrEqual(STREAMS_MAX - VIEWERS);
  expect(ended).toBe(0);

  for (const { socket } of [...unread, ...idle, ...slow, ...asked]) {
    socket.destroy();
  }
  let late = "";
  await eventually(async () => {
    late = "";
    void viewer.follow(STREAM, (text) => (late += text));
    await pause(200);
    return late.includes("event: state");
  });
  expect(server.stdout()).not.toContain('"event":"fault"');
});
