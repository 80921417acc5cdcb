import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import { ApiError, createClient, isRevealed } from "../../../src/kit/client.ts";
import type { StreamConnection } from "../../../src/kit/client.ts";
import { startListening } from "../../support/listening-service.ts";
import { listen } from "../../support/running-service.ts";
import { NOW_MS } from "../../support/service.ts";

const ROUND = 521_281;

async function openClient(options: Parameters<typeof startListening>[0] = {}) {
  const service = await startListening(options);
  return { service, client: createClient({ baseUrl: service.url, game: "baccarat" }) };
}

/** A server with its own responses, such as a failing proxy. */
async function clientOf(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const { url, end } = await listen(respond);
  onTestFinished(end);
  return createClient({ baseUrl: url, game: "baccarat" });
}

async function collect<T>(
  source: AsyncIterable<T>,
  count = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const found: T[] = [];
  for await (const item of source) {
    found.push(item);
    if (found.length === count) {
      break;
    }
  }
  return found;
}

test.each(["games.example.com", "ftp://x", ""])(
  'the client rejects the base URL "%s"',
  (baseUrl) => {
    expect(() => createClient({ baseUrl, game: "baccarat" })).toThrow(
      '"baseUrl" must be a full URL',
    );
  },
);

describe("the API client", () => {
  test("a round's type depends on the game", async () => {
    const { service, client } = await openClient();
    const state = await client.current();
    expectTypeOf(state.player_total).toEqualTypeOf<number | null>();
    expect(state).toEqual(await service.read("/embed/baccarat/api/current"));
    expect(await client.schedule()).toEqual(await service.read("/embed/baccarat/api/schedule"));
    const open = await client.record(ROUND);
    expect(isRevealed(open)).toBe(false);
    service.clock.nowMs += 30_000;
    const record = await client.record(ROUND);
    expect(isRevealed(record) && record.outcome).toMatchObject({ natural: expect.any(Boolean) });
  });

  test("the client reads each finished round once, across many pages", async () => {
    const { client } = await openClient();
    const forward = await collect(client.results({ after: ROUND - 1_202 }));
    const expected = Array.from({ length: 1_201 }, (_, index) => ROUND - 1_201 + index);
    expect(forward.map(({ round }) => round)).toEqual(expected);
    const back = await collect(client.results({ before: ROUND, limit: 1_201 }));
    expect(back).toEqual(forward.toReversed());
    expect(await collect(client.results({ limit: 2 }))).toEqual(back.slice(0, 2));
    expect(await collect(client.results({ before: 3 }))).toHaveLength(2);
    expect(await collect(client.results({ after: ROUND }))).toEqual([]);
  });

  test("the client reads one finished round", async () => {
    const { client } = await openClient();
    const [entry, ...more] = await collect(client.results({ round: ROUND - 1 }));
    expect(entry).toEqual((await collect(client.results({ limit: 1 })))[0]);
    expect(more).toEqual([]);
    expect(await collect(client.results({ round: ROUND }))).toEqual([]);
    await expect(collect(client.results({ round: 1, after: 0 }))).rejects.toThrow(TypeError);
    await expect(collect(client.results({ limit: 0 }))).rejects.toThrow(RangeError);
  });

  test("the client pauses when the service asks it to", async () => {
    let asked = 0;
    const client = await clientOf((_request, response) => {
      asked += 1;
      response.writeHead(asked < 3 ? 429 : 200, { "retry-after": "0" });
      response.end(asked < 3 ? "{}" : '[{"round":1}]');
    });
    expect(await collect(client.results({ after: 0 }))).toEqual([{ round: 1 }]);
    expect(asked).toBe(3);
  });
});

// Cause: the error was the runtime's own, without the URL.
test("a request that gets no response in time throws a TypeError that names the URL", async () => {
  const client = await clientOf(() => {});
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  onTestFinished(() => void vi.restoreAllMocks());
  const asking = client.current();
  await expect(asking).rejects.toThrow(TypeError);
  await expect(asking).rejects.toThrow(/No response from http:.*baccarat\/api\/current/);
});

// Cause: the error for a proxy's page with status 200 was "Unexpected token '<'".
test("a response that is not JSON throws a TypeError that names the URL", async () => {
  const client = await clientOf((_, response) => response.end("<!doctype html>"));
  const asking = client.current();
  await expect(asking).rejects.toThrow(TypeError);
  await expect(asking).rejects.toThrow(/baccarat\/api\/current did not respond with JSON/);
});

test("an ApiError has the service's own message", async () => {
  const { service } = await openClient({ down: ["baccarat"] });
  const client = createClient({ baseUrl: service.url, game: "baccarat" });
  const error: unknown = await client.current().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 503,
    code: "maintenance",
    title: "Service Unavailable",
    message: expect.stringContaining("down for maintenance"),
    retryAfterMs: 30_000,
  });
  const unknown = createClient({ baseUrl: service.url, game: "roulette" as "baccarat" });
  await expect(unknown.current()).rejects.toMatchObject({ status: 404, code: "unknown_game" });
  await expect(collect(unknown.stream())).rejects.toMatchObject({ code: "unknown_game" });
});

describe("the client's stream", () => {
  test("the stream yields each change once", async () => {
    const { service, client } = await openClient();
    const connections: StreamConnection[] = [];
    const stream = client.stream({ onConnection: (connection) => connections.push(connection) });
    expect((await stream.next()).value).toMatchObject({ round: ROUND, phase: "betting" });
    const next = stream.next();
    service.clock.nowMs = NOW_MS + 15_100;
    expect((await next).value).toMatchObject({ round: ROUND, phase: "revealing" });
    expect(connections).toEqual(["live"]);
    await stream.return?.();
  });

  test("the client polls when the stream is refused", async () => {
    const states = ["betting", "betting", "revealing"].map((phase) => ({
      round: 7,
      phase,
      remainMs: 0,
    }));
    let polled = 0;
    const client = await clientOf((request, response) => {
      if (request.url?.endsWith("/stream")) {
        response.writeHead(503, { "retry-after": "30" }).end("{}");
      } else {
        response.end(JSON.stringify(states[Math.min(polled++, 2)]));
      }
    });
    const connections: StreamConnection[] = [];
    const found = await collect(
      client.stream({ onConnection: (connection) => connections.push(connection) }),
      2,
    );
    expect(found.map(({ phase }) => phase)).toEqual(["betting", "revealing"]);
    expect(connections).toEqual(["polling"]);
  });
});
