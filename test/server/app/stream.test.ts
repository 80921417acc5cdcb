import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { PHASES, phaseLengthMs, phaseStartMs } from "../../../src/round/phases.ts";
import { eventually } from "../../support/eventually.ts";
import { startListening } from "../../support/listening-service.ts";
import { OTHER_SECRET_HEX, setDown } from "../../support/service.ts";
import { readStream } from "../../support/stream-reader.ts";

const ROUND = 200_000;
const STREAM = "/embed/baccarat/api/stream";

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

describe.each(games)("the stream of $slug", (game) => {
  const path = `/embed/${game.slug}/api/stream`;

  test.each(PHASES)(
    "begins with the state as `current` has it, for who joins amid %s",
    async (phase) => {
      const nowMs = phaseStartMs(ROUND, phase, game) + phaseLengthMs(phase, game) / 2;
      const { url, read } = await startListening({ nowMs });
      const { status, headers, until } = await readStream(url + path);
      expect(status).toBe(200);
      expect(headers).toMatchObject(HEADERS);
      const [first] = await until(1);
      expect(first).toEqual({
        event: "state",
        id: `${ROUND}:${phase}`,
        state: await read(`/embed/${game.slug}/api/current`),
      });
    },
  );

  test("sends every change of phase to everybody once, with the bytes of `current`", async () => {
    const nowMs = phaseStartMs(ROUND, "betting", game);
    const { url, ask, clock } = await startListening({ nowMs });
    const streams = await Promise.all([1, 2, 3].map(() => readStream(url + path)));
    const bodies = [];
    for (const phase of PHASES) {
      clock.nowMs = phaseStartMs(ROUND, phase, game);
      const body = await (await ask(`/embed/${game.slug}/api/current`)).text();
      bodies.push(`event: state\nid: ${ROUND}:${phase}\ndata: ${body}\n\n`);
      await Promise.all(streams.map(({ until }) => until(bodies.length)));
    }
    for (const stream of streams) {
      expect(stream.text().replace(/^retry: \d+\n/, "")).toBe(bodies.join(""));
    }
  });

  test("says the same for every secret until bets are closed", async () => {
    const nowMs = phaseStartMs(ROUND, "waiting", game) - 1;
    const said = await Promise.all(
      [{}, { ORACLE_SECRET: OTHER_SECRET_HEX }].map(async (env) => {
        const { url, clock } = await startListening({ nowMs, env });
        clock.nowMs = phaseStartMs(ROUND + 1, "betting", game);
        const { until, text } = await readStream(url + path);
        await until(1);
        return text();
      }),
    );
    expect(said[0]).toBe(said[1]);
    expect(said[0]).toContain('"phase":"betting"');
  });
});

test("the last event id that a client sends has no effect: the state is whole each time", async () => {
  const { url } = await startListening();
  for (const id of ["521281:waiting", "99999999:result", "x", "0"]) {
    const { until } = await readStream(url + STREAM, { "last-event-id": id });
    expect(await until(1)).toMatchObject([{ id: "521281:betting" }]);
  }
});

test("clients are asked to reconnect spread over a second", async () => {
  const { url } = await startListening();
  const texts = [];
  for (let i = 0; i < 5; i++) {
    const { until, text } = await readStream(url + STREAM);
    await until(1);
    texts.push(text());
  }
  const retries = texts.map((text) => Number(/^retry: (\d+)\n/.exec(text)?.[1]));
  expect(new Set(retries).size).toBe(5);
  expect(Math.min(...retries)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...retries)).toBeLessThan(1_500);
});

test("HEAD gives the headers of a stream and opens none", async () => {
  const { url } = await startListening({ streams: { inAll: 1 } });
  for (let i = 0; i < 3; i++) {
    const answer = await fetch(url + STREAM, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS);
    expect(await answer.text()).toBe("");
  }
  expect((await readStream(url + STREAM)).status).toBe(200);
});

test("a stream that is asked for behind another question comes after its answer", async () => {
  const { url } = await startListening();
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  let said = "";
  socket.on("data", (piece: string) => (said += piece));
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  socket.write(ask("/embed/baccarat/api/results?limit=1") + ask(STREAM));
  await eventually(() => said.includes("event: state"));
  const [results = "", stream = ""] = said.split(/(?<=\])(?=HTTP)/);
  expect(results).toContain("application/json");
  expect(stream).toMatch(/^HTTP\/1.1 200 OK\r\ncontent-type: text\/event-stream/);
});

describe("too many streams are refused in words", () => {
  async function refusalOf(url: string) {
    const answer = await fetch(url);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    return (await answer.json()) as { title: string; detail: string };
  }

  test("in all, of whichever game, until one goes", async () => {
    const { url } = await startListening({ streams: { inAll: 3 } });
    const streams = await Promise.all(
      games.map(({ slug }) => readStream(`${url}/embed/${slug}/api/stream`)),
    );
    expect(await refusalOf(url + STREAM)).toEqual({
      title: "Service Unavailable",
      status: 503,
      detail:
        "This server has as many streams open as it takes. Poll api/current meanwhile, and try again later.",
      code: "no_stream",
    });
    expect((await fetch(url + STREAM, { method: "HEAD" })).status).toBe(503);
    expect((await fetch(`${url}/embed/baccarat/api/current`)).status).toBe(200);
    streams[0]?.close();
    await eventually(async () => (await readStream(url + STREAM)).status === 200);
  });

  test("of one address, while others may still open theirs", async () => {
    const { url } = await startListening({ streams: { perAddress: 2 } });
    for (let i = 0; i < 2; i++) {
      expect((await readStream(url + STREAM)).status).toBe(200);
    }
    expect((await refusalOf(url + STREAM)).detail).toContain("Your address has");
    expect((await readStream(url + STREAM, {}, "127.0.0.2")).status).toBe(200);
  });
});

describe("behind a proxy", () => {
  const forwardedFor = (address: string) => ({ "x-forwarded-for": address });
  const streams = { perAddress: 1 };

  test("that is named, each viewer is counted alone", async () => {
    const { url, log } = await startListening({ streams, env: { TRUST_PROXY: "loopback" } });
    const open = async (address: string) =>
      (await readStream(url + STREAM, forwardedFor(address))).status;
    expect(await open("198.51.100.7")).toBe(200);
    expect(await open("198.51.100.8")).toBe(200);
    expect(await open("198.51.100.7")).toBe(503);
    expect(log).toEqual([]);
  });

  test("that is not, all are counted as one, and the log says so once", async () => {
    const { url, log } = await startListening({ streams });
    const open = async (address: string) =>
      (await readStream(url + STREAM, forwardedFor(address))).status;
    expect(await open("198.51.100.7")).toBe(200);
    expect(await open("198.51.100.8")).toBe(503);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain("TRUST_PROXY");
    expect(log[0]).not.toContain("198.51.100");
  });
});

describe("a game that goes down", () => {
  test("ends its streams and refuses more, while the other games go on", async () => {
    const { url, dataDir, clock } = await startListening();
    const closing = await readStream(url + STREAM);
    const other = await readStream(`${url}/embed/dragontiger/api/stream`);
    await setDown(dataDir, ["baccarat"], true);
    await eventually(() => closing.ended());
    const refused = await fetch(url + STREAM);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("maintenance") });
    clock.nowMs += 15_000;
    expect(await other.until(2)).toMatchObject([{}, { state: { phase: "revealing" } }]);
    await setDown(dataDir, ["baccarat"], false);
    await eventually(async () => (await readStream(url + STREAM)).status === 200);
  });
});

test("a service that ends its streams ends all of them, and later ones after their first message", async () => {
  const service = await startListening();
  const streams = await Promise.all([1, 2, 3].map(() => readStream(`${service.url}${STREAM}`)));
  service.endStreams();
  await eventually(() => streams.every((stream) => stream.ended()));
  const late = await readStream(service.url + STREAM);
  expect(await late.until(1)).toHaveLength(1);
  await eventually(() => late.ended());
});
