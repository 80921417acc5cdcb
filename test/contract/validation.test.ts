import { describe, expect, test } from "vitest";
import {
  contract,
  requireDocumented,
  requireMessage,
  requireWebhook,
} from "../support/contract.ts";
import { sharedService } from "../support/service.ts";

/*
 * The tests' services hold every answer against the contract (test/support/contract.ts). Here: that this
 * catches what it is there for.
 */

/** In phase `result` of the card games. */
const service = sharedService({ nowMs: Date.UTC(2026, 6, 1, 12, 0, 26), down: ["bigsixball"] });

type Body = Record<string, unknown>;

const FAULT = "is not as the contract says";

const ADDRESSES = [
  "/embed/baccarat/api/current",
  "/embed/baccarat/api/schedule",
  "/embed/baccarat/api/rounds/522721",
  "/embed/bigsixball/api/current",
  "/fairness/keys.json",
  "/healthz",
];

/** The answer at an address, with its body changed. */
async function changed(address: string, change: (body: Body) => Body) {
  const answer = await service().ask(address);
  const { status, headers } = answer;
  const body = change((await answer.json()) as Body);
  return () => requireDocumented("GET", address, { status, headers, body });
}

describe.each(ADDRESSES)("an answer of %s", (address) => {
  test("passes as it is", async () => {
    expect(await changed(address, (body) => body)).not.toThrow();
  });

  test("fails with a field of another kind, or one more", async () => {
    const whole = (await service().read(address)) as Body;
    for (const [name, value] of Object.entries(whole)) {
      const other = typeof value === "boolean" ? "yes" : true;
      expect(await changed(address, () => ({ ...whole, [name]: other }))).toThrow(name);
      expect(await changed(address, () => ({ ...whole, [`${name}_2`]: value }))).toThrow(FAULT);
    }
  });

  test("fails without a field that is always there", async () => {
    const whole = (await service().read(address)) as Body;
    for (const name of Object.keys(whole).filter((each) => each !== "reason")) {
      const { [name]: _, ...rest } = whole;
      expect(await changed(address, () => rest)).toThrow(name);
    }
  });
});

test.each<[string, string, (body: Body) => Body]>([
  ["a phase there is not", "/embed/baccarat/api/current", (body) => ({ ...body, phase: "open" })],
  ["a fraction", "/embed/baccarat/api/current", (body) => ({ ...body, remainMs: 0.5 })],
  ["a time before zero", "/embed/baccarat/api/current", (body) => ({ ...body, remainMs: -1 })],
  ["a date in words", "/embed/baccarat/api/current", (body) => ({ ...body, date: "today" })],
  ["a total of ten", "/embed/baccarat/api/current", (body) => ({ ...body, player_total: 10 })],
  ["a hand of one card", "/embed/baccarat/api/current", (body) => ({ ...body, player_cards: [] })],
  [
    "the fields of another game",
    "/embed/dragontiger/api/current",
    ({ dragon, ...body }) => ({ ...body, player_cards: dragon }),
  ],
  ["a seed that is none", "/embed/baccarat/api/rounds/522721", (body) => ({ ...body, seed: "00" })],
  [
    "a code of another status",
    "/embed/bigsixball/api/current",
    (body) => ({ ...body, code: "key_missing" }),
  ],
  ["another label", "/embed/bigsixball/api/current", (body) => ({ ...body, title: "Gone" })],
])("%s fails", async (_, address, change) => {
  expect(await changed(address, change)).toThrow(FAULT);
});

describe("an answer fails", () => {
  const json = { "content-type": "application/json" };

  test("with a status that its address does not have", () => {
    const answer = { status: 418, headers: new Headers(json), body: {} };
    expect(() => requireDocumented("GET", "/healthz", answer)).toThrow(
      "no answer that the contract",
    );
  });

  test("with a type that it does not have there", async () => {
    const body = await service().read("/healthz");
    const answer = { status: 200, headers: new Headers({ "content-type": "text/plain" }), body };
    expect(() => requireDocumented("GET", "/healthz", answer)).toThrow("text/plain");
  });

  test("without a header that the contract promises", async () => {
    const { body, status } = await service().ask("/embed/baccarat/api/results");
    const answer = { status, headers: new Headers(json), body };
    expect(() => requireDocumented("GET", "/embed/baccarat/api/results", answer)).toThrow(
      "no ETag",
    );
  });
});

describe("a phase message", () => {
  const message = {
    type: "bigsix_phase",
    round: 1,
    daily_round: 1,
    phase: "betting",
    remainMs: 33_000,
  };

  test("has five fields and no more", () => {
    expect(() => requireMessage("phase-message", message)).not.toThrow();
    expect(() => requireMessage("phase-message", { ...message, dragon: null })).toThrow(FAULT);
    expect(() => requireMessage("phase-message", { ...message, type: "bigsixball_phase" })).toThrow(
      FAULT,
    );
    const { remainMs: _, ...rest } = message;
    expect(() => requireMessage("phase-message", rest)).toThrow(FAULT);
  });
});

describe("a webhook", () => {
  const body = contract.components.examples["round.result.Baccarat"]?.value as {
    data: { game: string; entry: Body };
  };

  test("passes as it is sent", () => {
    expect(() => requireWebhook(body)).not.toThrow();
  });

  test("fails as another event, of another game, or with another entry", () => {
    expect(() => requireWebhook({ ...body, type: "round.won" })).toThrow("no webhook round.won");
    expect(() => requireWebhook({ ...body, type: "round.opened" })).toThrow(FAULT);
    const { data } = body;
    expect(() => requireWebhook({ ...body, data: { ...data, game: "dragontiger" } })).toThrow(
      FAULT,
    );
    const entry = { ...data.entry, result: "dragon" };
    expect(() => requireWebhook({ ...body, data: { ...data, entry } })).toThrow(FAULT);
  });
});

test("a message of a stream has the id of its round and phase, and a state of some game", async () => {
  const data = contract.components.examples["Baccarat.result"]?.value as Body;
  const message = { event: "state", id: "522721:result", data };
  expect(() => requireMessage("stream-message", message)).not.toThrow();
  expect(() => requireMessage("stream-message", { ...message, id: "522721" })).toThrow(FAULT);
  expect(() => requireMessage("stream-message", { ...message, event: "message" })).toThrow(FAULT);
  expect(() => requireMessage("stream-message", { ...message, data: { round: 1 } })).toThrow(FAULT);
});
