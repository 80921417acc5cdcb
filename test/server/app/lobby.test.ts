import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import type { Snapshot } from "../../../src/hud/table/snapshot.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import type { LobbyChange, LobbyTable } from "../../../src/wire/responses.ts";
import { HASHED_PATH } from "../../support/dist.ts";
import { firstPaintOf } from "../../support/embed-page.ts";
import { eventually } from "../../support/eventually.ts";
import { startListening } from "../../support/listening-service.ts";
import { issueKey, sharedService } from "../../support/service.ts";

const service = sharedService();

async function pageOf(query = ""): Promise<Response> {
  const { keyText } = await issueKey(service());
  return service().ask(`/lobby/?key=${keyText}${query}`);
}

function snapshotsOf(html: string): Snapshot[] {
  const [, json = ""] = /<script type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as Snapshot[];
}

const lobbyOf = (html: string) => /<game-lobby([^>]*)>/.exec(html)?.[1]?.trim();

test("the lobby page contains the state of every game that the API returns", async () => {
  const html = await (await pageOf()).text();
  for (const [at, { slug, hasPlaces }] of games.entries()) {
    const limit = hasPlaces ? 26 : 72;
    expect(snapshotsOf(html)[at]).toEqual({
      schedule: await service().read(`/embed/${slug}/api/schedule`),
      state: await service().read(`/embed/${slug}/api/current`),
      closed: null,
      results: await service().read(`/embed/${slug}/api/results?limit=${limit}`),
    });
  }
  const read = firstPaintOf(html);
  for (const words of ["Dragon Tiger", "Baccarat", "Big Six Ball", "Place your bets"]) {
    expect(read).toContain(words);
  }
  expect(html).not.toContain("{{");
  expect(html).toContain(`<script type="module" src="${HASHED_PATH}">`);
});

test.each([
  ["", 'games="dragontiger baccarat bigsixball" lang="en" theme="dark"'],
  ["&games=bigsixball,baccarat", 'games="bigsixball baccarat" lang="en" theme="dark"'],
  ["&games=baccarat,nosuch,baccarat", 'games="baccarat" lang="en" theme="dark"'],
  ["&games=nosuch", 'games="dragontiger baccarat bigsixball" lang="en" theme="dark"'],
  [
    "&games=baccarat&lang=ko&theme=light&accent=f0a",
    'games="baccarat" lang="ko" theme="light" accent="#ff00aa"',
  ],
  ["&games=baccarat&muted=0", 'games="baccarat" lang="en" theme="dark" muted="false"'],
  ['&games=baccarat&theme="><script>&accent=red', 'games="baccarat" lang="en" theme="dark"'],
])('the lobby page applies only the valid options in "%s"', async (query, attributes) => {
  expect(lobbyOf(await (await pageOf(query)).text())).toBe(attributes);
});

test("the lobby's tables match the state API for each game at the same instant", async () => {
  const tables = await service().read("/lobby/api/current");
  expect(tables).toEqual(
    await Promise.all(
      games.map(async ({ slug }) => ({
        game: slug,
        closed: null,
        state: await service().read(`/embed/${slug}/api/current`),
        schedule: await service().read(`/embed/${slug}/api/schedule`),
      })),
    ),
  );
});

describe("the stream of all tables", () => {
  async function follow(url: string) {
    const leaving = new AbortController();
    const response = await fetch(`${url}/lobby/api/stream`, { signal: leaving.signal });
    let text = "";
    const reading = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (piece) => void (text += piece) }));
    reading?.catch(() => {});
    const changes = () =>
      [...text.matchAll(/^event: table\ndata: (.*)\n\n/gm)].map(
        ([, data = ""]) => JSON.parse(data) as LobbyChange,
      );
    return { response, changes, text: () => text, leave: () => leaving.abort() };
  }

  test("the stream sends each change of every table once", async () => {
    const round = 200_001;
    const nowMs = phaseStartMs(round, "betting", games[1]!) + 1_000;
    const { url, clock, read } = await startListening({ nowMs });
    const { response, changes, text, leave } = await follow(url);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    await eventually(() => changes().length >= games.length);
    expect(changes()).toEqual(
      ((await read("/lobby/api/current")) as LobbyTable[]).map(({ game, closed, state }) => ({
        game,
        closed,
        state,
      })),
    );
    expect(text()).toMatch(/^retry: \d+\n/);
    clock.nowMs = phaseStartMs(round, "revealing", games[1]!) + 10;
    // The race has a different schedule, so it sends nothing.
    await eventually(() => changes().length >= games.length + 2);
    expect(
      changes()
        .slice(3)
        .map(({ game, state }) => [game, state?.phase]),
    ).toEqual([
      ["dragontiger", "revealing"],
      ["baccarat", "revealing"],
    ]);
    leave();
  });
});
