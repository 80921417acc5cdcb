import { describe, expect, test } from "vitest";
import { slugs } from "../../src/games/index.ts";
import {
  contract,
  requireDocumented,
  requireMessage,
  requireWebhook,
} from "../support/contract.ts";
import { issueKey, sharedService } from "../support/service.ts";

/*
 * `ask` holds every answer against `public/openapi.json`, which people write: its status, type, headers and
 * body, without one field more.
 */

type Body = Record<string, unknown>;

const FAULT = "is not as the contract says";
/** In phase `result` of the card games. */
const NOW_MS = Date.UTC(2026, 6, 1, 12, 0, 26);

const service = sharedService({ nowMs: NOW_MS });
const closed = sharedService({ nowMs: NOW_MS, down: slugs });

const perGame = slugs.flatMap((slug): [path: string, status: number][] => [
  [`/embed/${slug}/api/current`, 200],
  [`/embed/${slug}/api/current?lang=%E0%A4%A`, 200],
  [`/embed/${slug}/api/results`, 200],
  [`/embed/${slug}/api/results?limit=0`, 400],
  [`/embed/${slug}/api/schedule`, 200],
  [`/embed/${slug}/api/rounds/${slug === "bigsixball" ? 261_361 : 522_721}`, 200],
  [`/embed/${slug}/api/rounds/999999999`, 404],
  [`/fairness/${slug}/2026-07-01.json`, 200],
  [`/fairness/${slug}/2020-01-01.json`, 404],
  [`/embed/${slug}/?key=KEY`, 200],
  [`/embed/${slug}/`, 401],
]);

const ADDRESSES: readonly [path: string, status: number][] = [
  ...perGame,
  ["/embed/poker/api/current", 404],
  ["/embed/poker/api/schedule", 404],
  ["/lobby/api/current", 200],
  ["/lobby/?key=KEY", 200],
  ["/lobby/", 401],
  ["/fairness/keys.json", 200],
  ["/healthz", 200],
];

test.each(ADDRESSES)("%s answers %i as the contract says", async (path, status) => {
  const { keyText } = await issueKey(service());
  const answer = await service().ask(path.replace("KEY", keyText));
  await answer.body?.cancel();
  expect(answer.status).toBe(status);
});

test.each(slugs)("%s answers 304 and, in maintenance, 503 as the contract says", async (slug) => {
  const api = `/embed/${slug}/api`;
  const etag = (await service().ask(`${api}/results`)).headers.get("etag") ?? "";
  const headers = { "if-none-match": etag };
  expect((await service().ask(`${api}/results`, { headers })).status).toBe(304);
  for (const path of [`${api}/current`, `${api}/stream`]) {
    expect((await closed().ask(path)).status).toBe(503);
  }
});

// Streams need a socket: their tests hold each message against its schema.
test("the table above has an answer 200 of every address but the streams", () => {
  const paths = ADDRESSES.filter(([, status]) => status === 200).map(
    ([path]) => path.split("?")[0],
  );
  const patterns = Object.keys(contract.paths)
    .filter((path) => !path.endsWith("/stream"))
    .map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  const missing = patterns.filter((pattern) => !paths.some((path) => pattern.test(path ?? "")));
  expect(missing).toEqual([]);
});

test("each example of a webhook is a webhook that the contract has", () => {
  const types = Object.keys(contract.webhooks);
  const bodies = Object.entries(contract.components.examples).filter(([name]) =>
    types.some((type) => name.startsWith(`${type}.`)),
  );
  expect(bodies.length).toBeGreaterThan(types.length);
  for (const [, { value }] of bodies) {
    requireWebhook(value);
  }
});

describe("the check", () => {
  const current = "/embed/baccarat/api/current";

  /** The answer at an address, with its body changed. */
  async function changed(change: (body: Body) => Body) {
    const answer = await service().ask(current);
    const { status, headers } = answer;
    const body = change((await answer.json()) as Body);
    return () => requireDocumented("GET", current, { status, headers, body });
  }

  test.each<[string, (body: Body) => Body]>([
    ["a field more", (body) => ({ ...body, more: 1 })],
    ["a field less", (body) => ({ ...body, date: undefined })],
    ["another phase", (body) => ({ ...body, phase: "open" })],
    ["a fraction", (body) => ({ ...body, remainMs: 0.5 })],
    ["a total of ten", (body) => ({ ...body, player_total: 10 })],
    ["a hand without cards", (body) => ({ ...body, player_cards: [] })],
  ])("finds %s", async (_, change) => {
    expect(await changed(change)).toThrow(FAULT);
  });

  test("finds another status, another type and a missing header", async () => {
    const headers = new Headers({ "content-type": "application/json" });
    const body = await service().read("/embed/baccarat/api/results");
    const results = "/embed/baccarat/api/results";
    expect(() => requireDocumented("GET", results, { status: 418, headers, body })).toThrow("418");
    expect(() => requireDocumented("GET", results, { status: 200, headers, body })).toThrow("ETag");
    const text = new Headers({ "content-type": "text/plain", etag: "1" });
    expect(() => requireDocumented("GET", results, { status: 200, headers: text, body })).toThrow(
      "text/plain",
    );
  });

  test("finds a sixth field of a phase message, and an id of a stream without its phase", () => {
    const times = { round: 1, daily_round: 1, phase: "betting", remainMs: 33_000 };
    const message = { type: "bigsix_phase", ...times };
    expect(() => requireMessage("phase-message", message)).not.toThrow();
    expect(() => requireMessage("phase-message", { ...message, dragon: null })).toThrow(FAULT);
    const data = contract.components.examples["Baccarat.result"]?.value;
    const event = { event: "state", id: "522721:result", data };
    expect(() => requireMessage("stream-message", event)).not.toThrow();
    expect(() => requireMessage("stream-message", { ...event, id: "522721" })).toThrow(FAULT);
  });

  test("finds a webhook with the entry of another game", () => {
    const example = contract.components.examples["round.result.Baccarat"]?.value;
    const { data, ...body } = example as { data: Body };
    const other = { ...data, game: "dragontiger" };
    expect(() => requireWebhook({ ...body, data: other })).toThrow(FAULT);
  });
});
