/*
 * The storm of attacks/overload.test.ts, from many addresses and over TLS, at the nginx that is shipped. nginx
 * keeps away from the service what clients send slowly or do not read; what the service refuses it has to pass on, and
 * must not take for a replica that is lost: that would be passed over, with its viewers.
 */
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect as secure } from "node:tls";
import { beforeAll, expect, test } from "vitest";
import { someBuild } from "../support/build.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { openHttp2 } from "../support/http2-client.ts";
import { HOST, startNginx } from "../support/nginx.ts";
import { startServer } from "../support/server-process.ts";
import { clientOn, CURRENT, many, startStorm, STREAM } from "../support/storm.ts";
import type { Dial } from "../support/storm.ts";
import { phasesFrom } from "../support/stream-viewer.ts";

/** Megabytes that the process may take, as without nginx. */
const MOST_MB = 400;
const STREAMS_MAX = 100;
const VIEWERS = 20;
const ORIGIN = `https://${HOST}`;

beforeAll(someBuild, 600_000);

test("in a storm at nginx rounds and open streams go on, and whoever is refused is told so", async () => {
  const port = await freePort();
  const server = await startServer({
    PORT: String(port),
    STREAMS_MAX: String(STREAMS_MAX),
    TRUST_PROXY: "loopback",
    BASE_URL: ORIGIN,
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

  // The accounts are loaded by the first who asks, which takes seconds of a busy machine.
  expect((await viewer.ask("/account/sign-in/")).status).toBe(200);

  let dialled = 0;
  /** Everybody has an address of their own. */
  const dial: Dial = (sends, options) => {
    dialled += 1;
    const localAddress = `127.3.${dialled >> 8}.${dialled & 255}`;
    const plain = connect({ host: "127.0.0.1", port: nginx.port, localAddress });
    plain.on("error", () => {});
    const tls = { socket: plain, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
    return clientOn(secure(tls), sends, options);
  };
  const storm = startStorm(dial, ORIGIN, { idle: 2_000, streams: 2 * STREAMS_MAX });
  const polls: number[] = [];
  for (let poll = 0; poll < 50; poll++) {
    polls.push((await viewer.ask(CURRENT)).status);
    await pause(20);
  }
  expect(polls).toEqual(Array(50).fill(200));
  await eventually(() => storm.isAnswered());
  expect(storm.fault).toBeUndefined();
  const opened = storm.streams.filter(({ said }) => said().includes("event: state"));
  expect(opened.length).toBeLessThanOrEqual(STREAMS_MAX - VIEWERS);
  // Each goes on until it has heard a change that came in the storm.
  const idsOf = (text: string) => [...text.matchAll(/^id: (\S+)\n[^]*?\n\n/gm)].map(([, id]) => id);
  const counts = heard.map((text) => idsOf(text).length);
  await eventually(() => heard.every((text, index) => idsOf(text).length > (counts[index] ?? 0)));
  for (const text of heard) {
    const ids = idsOf(text);
    expect(ids).toEqual(phasesFrom(ids[0] ?? "", ids.length));
  }
  expect(ended).toBe(0);

  storm.end();
  await eventually(async () => {
    let late = "";
    void viewer.follow(STREAM, (text) => (late += text));
    await pause(200);
    return late.includes("event: state");
  });
  const after = await Promise.all(many(50, () => viewer.ask(CURRENT)));
  expect(after.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const status = await readFile(`/proc/${server.child.pid}/status`, "utf8");
  expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024).toBeLessThan(MOST_MB);
  expect(server.stdout()).not.toContain('"event":"fault"');
});
