import { expect, test } from "vitest";
import { games } from "../../src/games/index.ts";
import { PHASES } from "../../src/round/phases.ts";
import { isPhaseMessage, toPhaseMessage } from "../../src/wire/phase-event.ts";
import { requireMessage } from "../support/contract.ts";

const message = {
  type: "baccarat_phase",
  round: 934_360,
  daily_round: 1_240,
  phase: "betting",
  remainMs: 17_300,
} as const;

const state = {
  round: 934_360,
  daily_round: 1_240,
  date: "2026-11-21",
  phase: "revealing",
  remainMs: 0,
} as const;

test("a phase message does not reveal a card, result or ranking of the state it announces", () => {
  const full = {
    ...state,
    type: "something else",
    dragon: { suit: "S", value: "K" },
    tiger: { suit: "H", value: "A" },
    player_cards: [],
    natural: true,
    result: "dragon",
    result_map: { rovers: 1 },
    team_order: [0, 1, 2, 3, 4, 5],
  };
  expect(toPhaseMessage("dragontiger_phase", full)).toStrictEqual({
    type: "dragontiger_phase",
    round: 934_360,
    daily_round: 1_240,
    phase: "revealing",
    remainMs: 0,
  });
});

test("`isPhaseMessage` accepts the messages of every game and phase", () => {
  for (const { eventType } of games) {
    for (const phase of PHASES) {
      const sent = toPhaseMessage(eventType, { ...state, phase });
      expect(isPhaseMessage(structuredClone(sent))).toBe(true);
      expect(() => requireMessage("phase-message", sent)).not.toThrow();
    }
  }
});

test.each([
  { what: "an ordinary message", data: message },
  { what: "the last millisecond of betting", data: { ...message, remainMs: 1 } },
  { what: "no time left", data: { ...message, remainMs: 0 } },
  { what: "a future game", data: { ...message, type: "roulette_phase" } },
  { what: "a future field", data: { ...message, server: "b" } },
])("`isPhaseMessage` accepts $what", ({ data }) => {
  expect(isPhaseMessage(data)).toBe(true);
});

test.each([
  { what: "undefined", data: undefined },
  { what: "null", data: null },
  { what: "a string", data: "baccarat_phase" },
  { what: "unparsed JSON", data: JSON.stringify(message) },
  { what: "a list", data: [message] },
  { what: "another program's message", data: { type: "webpackOk" } },
  { what: "a function", data: () => message },
  { what: "a type without a phase", data: { ...message, type: "baccarat" } },
  { what: "a phase of another game", data: { ...message, phase: "shuffling" } },
  { what: "a phase named like a built-in property", data: { ...message, phase: "constructor" } },
  { what: "a round as text", data: { ...message, round: "934360" } },
  { what: "half a round", data: { ...message, round: 1.5 } },
  { what: "an infinite round", data: { ...message, round: Infinity } },
  { what: "a daily round of null", data: { ...message, daily_round: null } },
  { what: "a fraction of a millisecond", data: { ...message, remainMs: 0.5 } },
  { what: "a time that is text", data: { ...message, remainMs: "0" } },
])("`isPhaseMessage` rejects $what", ({ data }) => {
  expect(isPhaseMessage(data)).toBe(false);
});

test.each(Object.keys(message))("`isPhaseMessage` rejects a message without %s", (field) => {
  const rest = Object.fromEntries(Object.entries(message).filter(([name]) => name !== field));
  expect(isPhaseMessage(rest)).toBe(false);
});
