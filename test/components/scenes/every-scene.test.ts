import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Scene } from "../../../components/stage/scene.ts";
import { games } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import { PHASES, phaseLengthMs } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { lengthsOf, modes, outcomesOf, viewOf } from "./states.ts";

const modules = import.meta.glob<{ scene: Scene<unknown, unknown> }>(
  "../../../components/scenes/*/scene.ts",
  { eager: true },
);
const scenes = games.map((game) => {
  const { scene } = modules[`../../../components/scenes/${game.slug}/scene.ts`]!;
  const shortest = (phase: Phase) =>
    Math.min(
      ...(["seed", "drand"] as const).map((mode) => phaseLengthMs(phase, timingOf(game, mode))),
    );
  return { slug: game.slug, scene, shortest };
});

/** A race pose takes a millisecond, and each case needs many. */
const numRuns = times(12, 100);
/** Time between the end of a race and the end of its phase, in ms. */
const LEFT_MS: Readonly<Record<string, number>> = { bigsixball: 100 };

describe.each(scenes)("the scene of $slug", ({ slug, scene, shortest }) => {
  const outcomes = outcomesOf<unknown>(slug);
  const instants = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 6 });

  test("a viewer who joins late sees the same picture as everyone else", () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PHASES), instants, (outcome, phase, moments) => {
        const view = viewOf(slug, outcome, phase);
        const played = moments.toSorted((a, b) => a - b).map((ms) => [ms, scene.pose(view, ms)]);
        const poseAt = new Map(played as [number, unknown][]);
        for (const ms of moments.toReversed()) {
          expect(scene.pose({ ...view, state: structuredClone(view.state) }, ms)).toEqual(
            poseAt.get(ms),
          );
        }
      }),
      { numRuns },
    );
  });

  test("nothing moves once a scene reports that motion has ended", () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PHASES), (outcome, phase) => {
        const view = viewOf(slug, outcome, phase);
        const restMs = scene.restsAfterMs(view);
        const rest = scene.pose(view, restMs);
        for (const later of [1, 17, 500, 60_000]) {
          expect(scene.pose(view, restMs + later)).toEqual(rest);
        }
      }),
      { numRuns },
    );
  });

  test("a scene reveals everything before its phase ends, with and without beacons", () => {
    fc.assert(
      fc.property(outcomes, modes, (outcome, mode) => {
        const lengths = lengthsOf(slug, mode);
        const rests = (phase: Phase) => scene.restsAfterMs(viewOf(slug, outcome, phase));
        // Cards are open and marbles have finished a little early, for viewers who receive the phase late.
        const revealedMs = lengths.revealMs - (LEFT_MS[slug] ?? 400);
        const view = { ...viewOf(slug, outcome, "revealing"), ...lengths };
        expect(placesOf(scene.pose(view, revealedMs))).toEqual(placesOf(scene.pose(view, 60_000)));
        expect(scene.restsAfterMs(view)).toBeLessThanOrEqual(lengths.revealMs);
        expect(rests("result")).toBeLessThanOrEqual(shortest("result"));
        expect(rests("waiting")).toBeLessThanOrEqual(shortest("waiting"));
      }),
      { numRuns },
    );
  });

  test("no outcome is visible while bets are open, even if the state contains one", () => {
    fc.assert(
      fc.property(outcomes, outcomes, instants, (one, other, moments) => {
        const known = viewOf(slug, one, "result");
        const early = { ...known, state: { ...known.state, phase: "betting" as const } };
        const missing = viewOf(slug, other, "betting");
        for (const ms of moments) {
          expect(scene.pose(early, ms)).toEqual(scene.pose(missing, ms));
        }
      }),
      { numRuns },
    );
  });

  test("nothing in a round moves while bets are open", () => {
    fc.assert(
      fc.property(outcomes, instants, (outcome, moments) => {
        const view = { ...viewOf(slug, outcome, "betting"), closesAtMs: 15_000 };
        expect(scene.restsAfterMs(view)).toBeLessThanOrEqual(15_000);
        const still = placesOf(scene.pose(view, 0));
        for (const ms of moments) {
          expect(placesOf(scene.pose(view, ms))).toEqual(still);
        }
      }),
      { numRuns },
    );
  });

  test("a scene begins each phase in the state in which the last one ended", () => {
    fc.assert(
      fc.property(outcomes, outcomes, (outcome, next) => {
        for (const [i, phase] of PHASES.entries()) {
          const before = viewOf(slug, outcome, PHASES.at(i - 1) ?? "waiting");
          const view = viewOf(slug, phase === "betting" ? next : outcome, phase);
          expect(placesOf(scene.pose(view, 0))).toEqual(placesOf(scene.pose(before, 60_000)));
        }
      }),
      { numRuns },
    );
  });
});

/** Fields with positions of parts, which must not jump between phases. */
const PLACES = new Set(["travel", "turn", "at", "lane", "row", "podium", "gate", "light", "lit"]);

/** A pose's positions, rounded to visible differences; invisible cards are only listed as such. */
function placesOf(pose: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) {
      return;
    }
    const travel = "travel" in value ? value.travel : undefined;
    if (travel === 0 || travel === 2) {
      found.push(`${path}: not visible`);
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
