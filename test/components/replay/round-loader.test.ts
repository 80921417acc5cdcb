import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadRound } from "../../../components/replay/round-loader.ts";
import { dragontiger } from "../../../src/games/dragontiger/game.ts";
import { ApiError } from "../../../src/wire/api-error.ts";

const SERVICE = "https://games.example.com/";
const { signal } = new AbortController();
const entry = (round: number, result: string) => ({
  round,
  daily_round: round,
  date: "2026-01-01",
  dragon: { suit: "S", value: "K" },
  tiger: { suit: "H", value: "A" },
  result,
});

/** The service's responses by the path's last part: JSON, or a status. */
let responses: Record<string, unknown>;
let asked: string[];

beforeEach(() => {
  asked = [];
  responses = {
    "results?limit=72&before=8": [entry(7, "dragon"), entry(6, "tiger")],
    "rounds/7": { drandRound: null, seed: "00", outcome: entry(7, "dragon") },
    schedule: { timeZone: "UTC" },
  };
  vi.stubGlobal("fetch", async (address: string) => {
    const path = address.slice(`${SERVICE}embed/dragontiger/api/`.length);
    asked.push(path);
    const response = responses[path] ?? 404;
    return typeof response === "number"
      ? Response.json({}, { status: response })
      : Response.json(response);
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = (round: string) => loadRound(dragontiger, SERVICE, round, signal);

describe("a replay's round loader", () => {
  test("a finished round is loaded with the rounds before it", async () => {
    const found = await load("7");
    expect(found?.entry).toEqual(entry(7, "dragon"));
    expect(found?.before).toEqual([entry(6, "tiger")]);
    expect(found?.times.closesMs).toBe(dragontiger.closesMs);
    responses["rounds/7"] = { drandRound: 12, seed: "00", outcome: entry(7, "dragon") };
    expect((await load("7"))?.times).toBe(dragontiger.drand);
  });

  test("a finished round, like its proof, is derived from its record", async () => {
    responses["rounds/7"] = { drandRound: null, seed: "00", outcome: entry(7, "tiger") };
    expect((await load("7"))?.entry).toMatchObject({ result: "tiger" });
  });
});

test.each([429, 500, 503])("status %i is not mistaken for a missing round", async (status) => {
  responses["rounds/7"] = status;
  await expect(load("7")).rejects.toBeInstanceOf(ApiError);
});
