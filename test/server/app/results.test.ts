import { describe, expect, test } from "vitest";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";
import { NOW_MS, sharedService, startService, type TestService } from "../../support/service.ts";

async function entries({ read }: TestService, path: string): Promise<HistoryEntry[]> {
  return (await read(path)) as HistoryEntry[];
}

describe.each(games)("the history of $slug", (game) => {
  const path = `/embed/${game.slug}/api/results`;
  const shared = sharedService();

  test("the history has the latest twenty rounds, newest first", async () => {
    const latest = (NOW_MS - Date.UTC(2026, 0, 1)) / game.intervalMs;
    expect((await entries(shared(), path)).map(({ round }) => round)).toEqual(
      Array.from({ length: 20 }, (_, index) => latest - index),
    );
  });

  test.each([
    ["1", 1],
    ["7", 7],
    ["500", 500],
    ["501", 500],
    ["9999999999999999999999", 500],
  ])("a request with the limit %s returns %d rounds", async (limit, count) => {
    expect(await entries(shared(), `${path}?limit=${limit}`)).toHaveLength(count);
  });

  test("the history lists a round from the start of its result phase", async () => {
    const service = await startService();
    const resultMs = phaseStartMs(300, "result", game);
    service.clock.nowMs = resultMs - 1;
    expect(await entries(service, `${path}?limit=1`)).toMatchObject([{ round: 299 }]);
    service.clock.nowMs = resultMs;
    expect(await entries(service, `${path}?limit=1`)).toMatchObject([{ round: 300 }]);
  });

  test("the history agrees with the state of the round in its result phase", async () => {
    const service = await startService();
    for (const phase of ["result", "waiting"] as const) {
      service.clock.nowMs = phaseStartMs(321, phase, game);
      const [entry] = await entries(service, path);
      expect(await service.read(`/embed/${game.slug}/api/current`)).toEqual({
        ...entry,
        phase,
        remainMs: 0,
      });
    }
  });
});

// Cause: `results?round=936050` returned the newest twenty rounds, so an operator paid out for other rounds.
describe.each(games)("the history of $slug, queried by round", (game) => {
  const path = `/embed/${game.slug}/api/results`;
  const confirmedMs = phaseStartMs(1234, "result", game);
  const shared = sharedService({ nowMs: confirmedMs });

  test.each([
    ["round=1", [1]],
    ["round=1200", [1200]],
    ["round=1234", [1234]],
    ["round=1235", []],
    ["round=9999999999999999999999", []],
    ["after=0&limit=3", [1, 2, 3]],
    ["after=1199&limit=3", [1200, 1201, 1202]],
    ["after=1231", [1232, 1233, 1234]],
    ["after=1234", []],
  ])("the query %s returns the rounds %j", async (query, rounds) => {
    const page = await entries(shared(), `${path}?${query}&_=123`);
    expect(page.map((entry) => entry.round)).toEqual(rounds);
    for (const entry of page) {
      const [same] = await entries(shared(), `${path}?before=${entry.round + 1}&limit=1`);
      expect(entry).toEqual(same);
    }
  });
});

describe("a client that has cached the latest rounds", () => {
  const path = "/embed/baccarat/api/results";

  test("the `results` response stays unchanged until the next round is finished", async () => {
    const { ask, clock } = await startService({ nowMs: phaseStartMs(300, "result", baccarat) });
    const first = await ask(path);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("no-cache");
    for (const method of ["GET", "HEAD"]) {
      clock.nowMs = phaseStartMs(301, "result", baccarat) - 1;
      const init = { method, headers: { "if-none-match": etag, "accept-encoding": "br" } };
      const same = await ask(path, init);
      expect(same.status).toBe(304);
      expect(await same.text()).toBe("");
      expect(Object.fromEntries(same.headers)).toEqual({
        "access-control-allow-origin": "*",
        "cache-control": "no-cache",
        "content-type": "application/json; charset=utf-8",
        "cross-origin-resource-policy": "cross-origin",
        etag,
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
      });
      clock.nowMs += 1;
      const other = await ask(path, init);
      expect(other.status).toBe(200);
      expect(other.headers.get("etag")).not.toBe(etag);
    }
  });
});
