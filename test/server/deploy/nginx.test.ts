import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { listen as listenForGood } from "../../../server/http/http-server.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { openHttp2 } from "../../support/http2-client.ts";
import { HOST, startNginx } from "../../support/nginx.ts";
import { openRaw } from "../../support/raw-client.ts";
import { listen } from "../../support/running-service.ts";

const KEY = "tbs_live_secret";

/** Something that stands where a replica does, and the nginx in front of it. */
async function behindNginx(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const { url, end } = await listen(answer);
  onTestFinished(end);
  // The second replica is never there.
  const nginx = await startNginx([Number(new URL(url).port), await freePort()]);
  return { nginx, viewer: await openHttp2(nginx) };
}

test("a viewer speaks HTTP/2 over TLS, and the replica sees its real address, not the one it claims", async () => {
  const { viewer } = await behindNginx((request, response) =>
    response.end(JSON.stringify(request.headers)),
  );
  const answer = await viewer.ask("/", { "x-forwarded-for": "192.0.2.1", "x-other": "kept" });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({
    host: "games.example.com",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "https",
    "x-other": "kept",
  });
});

test("requests share connections to the replica, and one that is not there is passed over", async () => {
  const sockets = new Set<unknown>();
  const { viewer } = await behindNginx((request, response) => {
    sockets.add(request.socket);
    response.end("ok");
  });
  for (let i = 0; i < 20; i++) {
    expect((await viewer.ask("/embed/baccarat/api/current")).text).toBe("ok");
  }
  expect(sockets.size).toBeLessThan(20);
});

test("a stream is passed on piece by piece", async () => {
  const { promise: opened, resolve } = Promise.withResolvers<ServerResponse>();
  const { viewer } = await behindNginx((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    resolve(response);
  });
  let text = "";
  void viewer.follow("/embed/baccarat/api/stream", (piece) => (text += piece));
  const response = await opened;
  for (const piece of ["a", "b", "c"]) {
    response.write(piece);
    await eventually(() => text.endsWith(piece));
  }
  expect(text).toBe("abc");
});

test("plain HTTP is sent on to TLS, at our own name, whatever the client says that is", async () => {
  const { nginx } = await behindNginx((_request, response) => response.end());
  const client = await openRaw(`http://127.0.0.1:${nginx.plainPort}`);
  client.socket.write("GET /embed/baccarat/?lang=ko HTTP/1.0\r\nHost: evil.example\r\n\r\n");
  await client.closed;
  expect(client.said()).toMatch(/^HTTP\/1.1 308 /);
  expect(client.said()).toContain(
    "\r\nLocation: https://games.example.com/embed/baccarat/?lang=ko\r\n",
  );
});

test("every answer has browsers keep to TLS", async () => {
  const { viewer } = await behindNginx((_request, response) => response.writeHead(404).end());
  const { status, headers } = await viewer.ask("/nothing");
  expect(status).toBe(404);
  expect(headers["strict-transport-security"]).toBe("max-age=31536000");
});

test("an address that asks for too much is refused, and let in again", async () => {
  const { viewer } = await behindNginx((_request, response) => response.end());
  const statuses: number[] = [];
  while (!statuses.includes(429)) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => viewer.ask("/healthz")));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.slice(0, 400)).toEqual(Array(400).fill(200));
  await eventually(async () => (await viewer.ask("/healthz")).status === 200);
});

test("an address has so many answers under way, and no more", async () => {
  const held = new Set<ServerResponse>();
  const { viewer } = await behindNginx((request, response) => {
    if (request.url === "/embed/baccarat/api/stream") {
      response.writeHead(200).write("x");
      held.add(response);
    } else {
      response.end();
    }
  });
  // Fewer at a time than a connection of HTTP/2 may have, on as many as that takes.
  for (let opened = 0; opened < 340; opened++) {
    void viewer.follow("/embed/baccarat/api/stream", () => {});
    if (opened % 100 === 99) {
      viewer.renew();
    }
  }
  await eventually(() => held.size >= 290);
  await eventually(async () => (await viewer.ask("/healthz")).status === 429);
  expect(held.size).toBeLessThanOrEqual(300);
  for (const response of held) {
    response.destroy();
  }
  await eventually(async () => (await viewer.ask("/healthz")).status === 200);
});

test("a body that does not come ends the request, and reaches no replica", async () => {
  let reached = 0;
  const { url, end } = await listen((_request, response) => {
    reached += 1;
    response.end();
  });
  onTestFinished(end);
  const port = Number(new URL(url).port);
  const nginx = await startNginx([port], [[/client_body_timeout 10s;/, "client_body_timeout 1s;"]]);
  const client = connect({ port: nginx.port, ca: nginx.certificate, servername: HOST });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  client.on("error", () => {}).on("close", () => resolve());
  client.write(
    `POST /account/sign-in/ HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 50\r\n\r\nemail=`,
  );
  await closed;
  expect(reached).toBe(0);
});

test("replicas that are replaced one right after the other are asked for every answer in between", async () => {
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    listenForGood((_request, response) => response.end("ok"), { host: "127.0.0.1", port });
  let [first, second] = await Promise.all([start(ports[0] ?? 0), start(ports[1] ?? 0)]);
  const nginx = await startNginx(ports);
  const viewer = await openHttp2(nginx);
  let isOver = false;
  const statuses = new Map<number, number>();
  const load = (async () => {
    while (!isOver) {
      const { status } = await viewer.ask("/embed/baccarat/api/current");
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(15);
    }
  })();
  for (let time = 0; time < 2; time++) {
    await first.stop();
    await pause(200);
    first = await start(ports[0] ?? 0);
    await second.stop();
    await pause(200);
    second = await start(ports[1] ?? 0);
  }
  isOver = true;
  await load;
  await Promise.all([first.stop(), second.stop()]);
  expect([...statuses.keys()]).toEqual([200]);
});

test("no key gets into a log, whether the page is served or every replica is lost", async () => {
  let lost = false;
  const { nginx, viewer } = await behindNginx((request, response) => {
    if (lost) {
      request.socket.destroy();
    } else {
      response.end("ok");
    }
  });
  const path = `/embed/baccarat/?key=${KEY}`;
  expect((await viewer.ask(path)).status).toBe(200);
  lost = true;
  expect((await viewer.ask(path)).status).toBe(502);
  await eventually(async () => (await nginx.logged()).includes("502"));
  expect(await nginx.logged()).toContain('"GET /embed/baccarat/" 200');
  expect(await nginx.logged()).not.toContain(KEY);
});
