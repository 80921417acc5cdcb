import fc from "fast-check";
import { expect, test } from "vitest";
import { PhaseAnnouncer } from "../../../components/element/phase-announcer.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { RoundState } from "../../../src/wire.ts";

function stateOf(place: number): RoundState {
  const round = Math.floor(place / PHASES.length) + 1;
  const phase = PHASES[place % PHASES.length] ?? "betting";
  return { round, daily_round: round, date: "2026-01-01", phase, remainMs: 0 };
}

/** Of these states, the places of those that are announced. */
function announced(places: readonly number[]): number[] {
  const announcer = new PhaseAnnouncer();
  return places.filter((place) => announcer.isNews(stateOf(place)));
}

test("announces each phase once, but not the one it begins with", () => {
  expect(announced([0, 0, 1, 1, 2, 3, 4, 4])).toEqual([1, 2, 3, 4]);
});

test("announces after a gap the present phase alone", () => {
  expect(announced([0, 9])).toEqual([9]);
});

test("announces no phase twice and none out of order, whatever comes", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400)), (places) => {
      const published = announced(places);
      expect(published).toEqual([...new Set(published)].toSorted((a, b) => a - b));
      expect(published.at(-1) ?? places[0]).toBe(
        places.length === 0 ? undefined : Math.max(...places),
      );
    }),
  );
});
