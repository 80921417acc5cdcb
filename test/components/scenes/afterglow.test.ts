import { describe, expect, test } from "vitest";
import { afterglow as baccarat } from "../../../components/scenes/baccarat/extras.ts";
import { afterglow as dragontiger } from "../../../components/scenes/dragontiger/extras.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { viewOf } from "./states.ts";

interface Seen {
  seen: number;
  worth: number;
}

type Afterglow = Extras<unknown, unknown, Drawing<unknown>, Seen>;

describe.each([
  ["baccarat", baccarat as unknown as Afterglow],
  ["dragontiger", dragontiger as unknown as Afterglow],
] as const)("the light after a result of %s", (slug, extras) => {
  const all = fixtures[slug] ?? [];
  const at = (outcome: unknown, phase: Phase, ms: number): Seen =>
    extras.pose({ ...viewOf(slug, outcome, phase), resultMs: 4_000 }, ms, null, () => null);

  test("moves on to the end of the result, and fades as the table is cleared", () => {
    for (const { outcome } of all) {
      const poses = [3_000, 3_300, 3_600, 3_900].map((ms) => at(outcome, "result", ms));
      expect(new Set(poses.map((pose) => JSON.stringify(pose))).size).toBe(4);
      expect(at(outcome, "waiting", 0)).toEqual(at(outcome, "result", 4_000));
      expect(at(outcome, "waiting", 500).seen).toBeLessThan(1);
      expect(at(outcome, "waiting", 900).seen).toBe(0);
    }
  });

  test("says nothing before the result, and is dark where a table without motion rests", () => {
    for (const { outcome } of all) {
      for (const phase of ["betting", "revealing", "result"] as const) {
        const view = { ...viewOf(slug, outcome, phase), resultMs: 4_000 };
        expect(at(outcome, phase, extras.restsAfterMs?.(view) ?? 0).seen).toBe(0);
      }
      expect(at(outcome, "revealing", 8_900).seen).toBe(0);
    }
  });

  test("tells three kinds of results apart", () => {
    const worths = all.map(({ outcome }) => at(outcome, "result", 3_500).worth);
    expect(new Set(worths)).toEqual(new Set([0, 1, 2]));
  });
});
