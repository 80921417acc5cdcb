import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { committedDays } from "../../../server/fairness/commitments.ts";
import { dateOfDay, dayAt, dayOfRound } from "../../../src/fairness/utc-day.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { deriveDaySecret } from "../../../src/round/derive.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { GENESIS_MS, PHASES, phaseStartMs, roundAt } from "../../../src/round/phases.ts";
import type { LobbyTable } from "../../../src/wire/responses.ts";
import { dealtRounds, VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { times } from "../../support/effort.ts";
import { snapshotOf } from "../../support/embed-page.ts";
import { startListening } from "../../support/listening-service.ts";
import type { ListeningService } from "../../support/listening-service.ts";
import { issueKey, NOW_MS } from "../../support/service.ts";
import { readStream } from "../../support/stream-reader.ts";

/* In `seed` mode, the service knows every future outcome. No response reveals one early. */

const DAY_MS = 86_400_000;
const days = committedDays({ of: () => VECTOR_SECRET });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const stream = (game: Game) => `/embed/${game.slug}/api/stream`;
/** Combines the games' streams, which test/server/oracle/broadcast.test.ts compares with `current`. */
const LOBBY_STREAM = "/lobby/api/stream";

/** Every URL of a service except streams, which the test reads separately. */
function addresses(game: Game, nowMs: number, asked: number, keyText: string): string[] {
  const api = `/embed/${game.slug}/api`;
  const dates = [0, 1, 2].map((days_) => dateOfDay(dayAt(nowMs) + days_));
  return [
    "/",
    "/healthz",
    "/nothing",
    `/embed/${game.slug}`,
    `/embed/${game.slug}/?key=${keyText}`,
    `/embed/${game.slug}/?key=wrong`,
    `${api}/current`,
    `${api}/current?round=${asked}`,
    `${api}/schedule`,
    `${api}/results`,
    `${api}/results?limit=500`,
    `${api}/results?before=${asked + 1}`,
    `${api}/results?round=${asked}`,
    `${api}/results?after=${asked - 1}`,
    `${api}/results?before=99999999999999999999`,
    `${api}/rounds/${asked}`,
    `${api}/rounds/${roundAt(nowMs, game.intervalMs)}`,
    `/verify?slug=${game.slug}&round=${asked}`,
    `/replay/${game.slug}`,
    `/replay/${game.slug}/${asked}`,
    `/replay/${game.slug}/${roundAt(nowMs, game.intervalMs)}`,
    `/lobby/?key=${keyText}`,
    "/lobby/api/current",
    "/fairness/keys.json",
    ...dates.map((date) => `/fairness/${game.slug}/${date}.json`),
    "/account/",
  ];
}

test("the list of requested URLs covers every route", async () => {
  const { app } = await startListening();
  const asked = games.flatMap((game) => [
    stream(game),
    LOBBY_STREAM,
    ...addresses(game, NOW_MS, 1, "x"),
  ]);
  const unasked = app["~routes"].filter(({ route = "" }) => {
    const path = route.replace("/**", "(/.*)?").replace(/:\w+/g, "[^/]+");
    const pattern = new RegExp(`^${path}/?([?].*)?$`);
    return !asked.some((address) => pattern.test(address));
  });
  expect(unasked.map(({ route }) => route)).toEqual([]);
});

type Published = Readonly<Record<string, unknown>> & { readonly round: number };

function* publishedRounds(value: unknown): Generator<Published> {
  if (typeof value === "object" && value !== null) {
    if (!Array.isArray(value) && typeof (value as Published).round === "number") {
      yield value as Published;
    }
    for (const part of Object.values(value)) {
      yield* publishedRounds(part);
    }
  }
}

/** The object's fields that reveal more about its round than may be public now. */
function early(game: Game, published: Published, nowMs: number): string[] {
  const [outcome] = dealtRounds(game, 1);
  const fields = Object.keys(game.historyFields(outcome) as object);
  const always = ["seed", "proof", "beacon", "outcome", "result"];
  if (nowMs >= phaseStartMs(published.round, "result", game)) {
    return [];
  }
  const isRevealing = nowMs >= phaseStartMs(published.round, "revealing", game);
  const forbidden = isRevealing && "phase" in published ? always : [...always, ...fields];
  return forbidden.filter((name) => (published[name] ?? null) !== null);
}

/** A response's JSON, or a page's data. */
function jsonOf(text: string, type: string): unknown {
  if (type.includes("json")) {
    return JSON.parse(text);
  }
  return text.includes('<script type="application/json">{"schedule"') ? snapshotOf(text) : null;
}

/** The part about one game: the lobby covers all games, each with its own times. */
function ofGame(json: unknown, { slug }: Game): unknown {
  const isLobby = Array.isArray(json) && json.some((table) => "schedule" in Object(table));
  return isLobby ? json.filter((table: LobbyTable) => table.game === slug) : json;
}

async function allOutput(
  service: ListeningService,
  game: Game,
  nowMs: number,
  asked: number,
  keyText: string,
): Promise<{ output: string; published: Published[] }> {
  const texts: string[] = [];
  const published: Published[] = [];
  for (const path of addresses(game, nowMs, asked, keyText)) {
    const response = await fetch(service.url + path, { redirect: "manual" });
    const text = await response.text();
    texts.push(JSON.stringify([...response.headers]), text);
    const json = jsonOf(text, response.headers.get("content-type") ?? "");
    published.push(...publishedRounds(ofGame(json, game)));
  }
  const { until, text, close } = await readStream(service.url + stream(game));
  const [first] = await until(1);
  close();
  published.push(...publishedRounds(first?.state));
  return { output: [text(), ...texts, ...service.log].join("\n"), published };
}

/** A moment on a day that was published in advance, and the round to request at that moment. */
interface Question {
  /** Time since the day began. */
  readonly ms: number;
  /** The round's distance from the running round. */
  readonly ahead: number;
}

/** Random moments, mostly near phase changes; rounds up to the last published one and beyond. */
function questions(game: Game): fc.Arbitrary<Question> {
  const rounds = DAY_MS / game.intervalMs;
  const changes = fc
    .tuple(fc.nat(rounds - 1), fc.constantFrom(...PHASES), fc.constantFrom(-1, 0, 1))
    .map(([index, phase, by]) => Math.max(0, changeMs(game, index, phase) + by));
  return fc.record({
    ms: fc.oneof(fc.nat(DAY_MS - 1), changes),
    ahead: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.nat(3 * rounds)),
  });
}

/** The moment of each phase change that reveals something, and the moment before it. */
function edges(game: Game): [Question][] {
  return (["revealing", "result"] as const).flatMap((phase) =>
    [-1, 0].map((by): [Question] => [{ ms: changeMs(game, 700, phase) + by, ahead: 0 }]),
  );
}

/** When a phase of one of the day's rounds begins, as time since the day began. */
function changeMs(game: Game, index: number, phase: Phase): number {
  return index * game.intervalMs + phaseStartMs(1, phase, game) - GENESIS_MS;
}

describe.each(games)("the secrecy of $slug", (game) => {
  test("no response contains a seed or an outcome before the result is final", async () => {
    const service = await startListening();
    const { keyText } = await issueKey(service);
    await fc.assert(
      fc.asyncProperty(questions(game), async ({ ms, ahead }) => {
        const nowMs = NOW_MS + DAY_MS + ms;
        service.clock.nowMs = nowMs;
        const running = roundAt(nowMs, game.intervalMs);
        const asked = running + ahead;
        const { output, published } = await allOutput(service, game, nowMs, asked, keyText);
        expect(published.length).toBeGreaterThan(20);
        expect(published.filter((fields) => early(game, fields, nowMs).length > 0)).toEqual([]);

        const seedOf = (round: number) =>
          days(game, dayOfRound(round, game.intervalMs)).seedOf(round);
        const isOver = (round: number) => nowMs >= phaseStartMs(round, "result", game);
        for (const round of [running, running + 1, running + 2, asked]) {
          const seed = seedOf(round);
          const wasAsked = round === asked || round === running;
          expect(output.includes(hex(seed))).toBe(isOver(round) && wasAsked);
          expect(output).not.toContain(Buffer.from(seed).toString("base64").slice(0, 40));
        }
        for (const day of [dayAt(nowMs), dayAt(nowMs) + 1]) {
          expect(output).not.toContain(hex(deriveDaySecret(VECTOR_SECRET, game.code, day)));
        }
        expect(output).not.toContain(hex(VECTOR_SECRET));
      }),
      { numRuns: times(6, 30), examples: edges(game) },
    );
  });
});
