import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { scene as bigsixball } from "../../../components/scenes/bigsixball/scene.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Scene } from "../../../components/stage/scene.ts";
import { PHASES } from "../../../src/round/clock.ts";
import { outcomesOf, viewOf } from "./states.ts";

// A scene answers for its own game's states only; the table below pairs them again by slug.
const scenes = {
  baccarat: baccarat as Scene<unknown, unknown>,
  bigsixball: bigsixball as Scene<unknown, unknown>,
  dragontiger: dragontiger as Scene<unknown, unknown>,
};

/** By when a reveal is over: the shortest phases there will be take 5 s and 13 s. */
const REVEALED_BY_MS = { baccarat: 4_600, bigsixball: 12_600, dragontiger: 4_600 };
/** The shortest phases with a result, and between rounds. */
const RESULT_MS = { baccarat: 3_000, bigsixball: 6_000, dragontiger: 3_000 };
const WAITING_MS = 2_000;

describe.each(Object.entries(scenes))("the scene of %s", (slug, scene) => {
  const outcomes = outcomesOf<unknown>(slug);
  const times = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 6 });

  test("shows a late joiner what everybody else sees", () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PHASES), times, (outcome, phase, moments) => {
        const view = viewOf(slug, outcome, phase);
        const played = moments.toSorted((a, b) => a - b).map((ms) => [ms, scene.pose(view, ms)]);
        const poseAt = new Map(played as [number, unknown][]);
        for (const ms of moments.toReversed()) {
          expect(scene.pose({ ...view, state: structuredClone(view.state) }, ms)).toEqual(
            poseAt.get(ms),
          );
        }
      }),
    );
  });

  test("leaves the state it is given alone", () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PHASES), (outcome, phase) => {
        const view = viewOf(slug, outcome, phase);
        const before = structuredClone(view.state);
        scene.pose(view, 1_234);
        expect(view.state).toEqual(before);
      }),
    );
  });

  test("rests when it says so, and stays as it is when the next state is late", () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PHASES), (outcome, phase) => {
        const view = viewOf(slug, outcome, phase);
        const restMs = Math.max(scene.restsAfterMs(view), scene.livesUntilMs?.(view) ?? 0);
        const rest = scene.pose(view, restMs);
        for (const later of [1, 17, 500, 60_000]) {
          expect(scene.pose(view, restMs + later)).toEqual(rest);
        }
      }),
    );
  });

  test("has revealed all before the shortest phase for it ends", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const rests = (phase: "revealing" | "result" | "waiting") =>
          scene.restsAfterMs(viewOf(slug, outcome, phase));
        // Cards lie open and balls are in a little earlier: who is told late has still seen it.
        const toldMs = REVEALED_BY_MS[slug as keyof typeof scenes];
        const view = viewOf(slug, outcome, "revealing");
        expect(placesOf(scene.pose(view, toldMs))).toEqual(placesOf(scene.pose(view, 60_000)));
        expect(rests("revealing")).toBeLessThanOrEqual(toldMs + 400);
        expect(rests("result")).toBeLessThanOrEqual(RESULT_MS[slug as keyof typeof scenes]);
        expect(rests("waiting")).toBeLessThanOrEqual(WAITING_MS);
      }),
    );
  });

  test("takes the time of a longer phase, and ends as in the shortest", () => {
    const long = slug === "bigsixball" ? 18_000 : 9_000;
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = viewOf(slug, outcome, "revealing");
        const slow = { ...view, revealMs: long };
        expect(scene.restsAfterMs(slow)).toBeGreaterThan(scene.restsAfterMs(view) * 1.1);
        expect(scene.restsAfterMs(slow)).toBeLessThan(long);
        expect(scene.pose(slow, long)).toEqual(scene.pose(view, long));
      }),
    );
  });

  test("knows nothing of the outcome while bets are open, even when it is told", () => {
    fc.assert(
      fc.property(outcomes, outcomes, times, (one, other, moments) => {
        const told = viewOf(slug, one, "result");
        const early = { ...told, state: { ...told.state, phase: "betting" as const } };
        const untold = viewOf(slug, other, "betting");
        for (const ms of moments) {
          expect(scene.pose(early, ms)).toEqual(scene.pose(untold, ms));
        }
      }),
    );
  });

  test("moves nothing while bets are open: only words sweep and the light lives, until they close", () => {
    fc.assert(
      fc.property(outcomes, times, (outcome, moments) => {
        const view = { ...viewOf(slug, outcome, "betting"), closesAtMs: 15_000 };
        expect(scene.restsAfterMs(view)).toBe(1_000);
        expect(scene.livesUntilMs?.(view)).toBe(15_000);
        const still = placesOf(scene.pose(view, 0));
        for (const ms of moments) {
          expect(placesOf(scene.pose(view, ms))).toEqual(still);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("begins the next round where the last one ended", () => {
    fc.assert(
      fc.property(outcomes, outcomes, (outcome, next) => {
        const cleared = scene.pose(viewOf(slug, outcome, "waiting"), 60_000);
        const open = scene.pose(viewOf(slug, next, "betting"), 0);
        expect(placesOf(cleared)).toEqual(placesOf(open));
      }),
    );
  });

  test("takes every phase up where the one before left off", () => {
    const order = ["betting", "revealing", "result", "waiting"] as const;
    fc.assert(
      fc.property(outcomes, (outcome) => {
        for (const [i, phase] of order.slice(1).entries()) {
          const last = scene.pose(viewOf(slug, outcome, order[i] ?? "betting"), 60_000);
          const first = scene.pose(viewOf(slug, outcome, phase), 0);
          expect(placesOf(first)).toEqual(placesOf(last));
        }
      }),
    );
  });
});

/** Numbers that say where a part is and how it lies: what must not jump between phases. */
const PLACES = new Set(["travel", "turn", "at", "lane", "row", "podium", "gate", "light", "lit"]);

/** What a pose says of places, rounded to what can be seen; cards out of sight say only that. */
function placesOf(pose: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) {
      return;
    }
    const travel = "travel" in value ? value.travel : undefined;
    if (travel === 0 || travel === 2) {
      found.push(`${path}: out of sight`);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "number" && PLACES.has(key)) {
        found.push(`${path}.${key}: ${Math.abs(inner).toFixed(3)}`);
      }
      visit(inner, `${path}.${key}`);
    }
  };
  visit(pose, "");
  return found;
}
