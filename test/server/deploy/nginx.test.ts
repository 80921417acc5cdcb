import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { openHttp2 } from "../../support/http2-client.ts";
import { startNginx } from "../../support/nginx.ts";
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

test("a viewer speaks HTTP/2 over TLS, and the replica hears who that is, not who it says it is", async () => {
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

test("plain HTTP is sent on to TLS", async () => {
  const { nginx } = await behindNginx((_request, response) => response.end());
  const answer = await fetch(`http://127.0.0.1:${nginx.plainPort}/embed/baccarat/?lang=ko`, {
    redirect: "manual",
    headers: { host: "games.example.com" },
  });
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toMatch(/^https:\/\/[\w.]+\/embed\/baccarat\/\?lang=ko$/);
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
