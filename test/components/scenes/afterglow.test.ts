import { describe, expect, test } from "vitest";
import { afterglow as baccarat } from "../../../components/scenes/baccarat/extras.ts";
import { scene as coup } from "../../../components/scenes/baccarat/scene.ts";
import { afterglow as dragontiger } from "../../../components/scenes/dragontiger/extras.ts";
import { scene as duel } from "../../../components/scenes/dragontiger/scene.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Scene } from "../../../components/stage/scene.ts";
import { SWEEP_MS } from "../../../components/stage/times.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { BOXES } from "./boxes.ts";
import { recordingKit } from "./recording-kit.ts";
import { viewOf } from "./states.ts";

interface Seen {
  seen: number;
  worth: number;
}

type AnyScene = Scene<unknown, unknown>;
type Afterglow = Extras<unknown, unknown, Drawing<unknown>, Seen>;

describe.each([
  ["baccarat", baccarat as unknown as Afterglow, coup as unknown as AnyScene],
  ["dragontiger", dragontiger as unknown as Afterglow, duel as unknown as AnyScene],
] as const)("the light after a result of %s", (slug, extras, scene) => {
  const all = fixtures[slug] ?? [];
  const at = (outcome: unknown, phase: Phase, ms: number): Seen =>
    extras.pose({ ...viewOf(slug, outcome, phase), resultMs: 4_000 }, ms, null, () => null);

  test("moves on to the end of the result, and fades as the table is cleared", () => {
    for (const { outcome } of all) {
      const poses = [3_000, 3_300, 3_600, 3_900].map((ms) => at(outcome, "result", ms));
      expect(new Set(poses.map((pose) => JSON.stringify(pose))).size).toBe(4);
      expect(at(outcome, "waiting", 0)).toEqual(at(outcome, "result", 4_000));
      expect(at(outcome, "waiting", 200).seen).toBeLessThan(1);
      // The winner's cards are swept in the light of the table alone.
      expect(at(outcome, "waiting", SWEEP_MS.winnerAt).seen).toBe(0);
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

  test("lives from the hit of the result until the table is cleared, on the winner's side alone", () => {
    const size = BOXES[0];
    for (const { outcome } of all) {
      const view = { ...viewOf(slug, outcome, "result"), resultMs: 4_000 };
      const { kit, parts } = recordingKit();
      const drawing = scene.build(kit, view);
      drawing.resize(size);
      const from = parts.length;
      const built = extras.build(kit, view, drawing);
      built.resize(size);
      // Glints along the band are made last.
      const [left, right] = parts.slice(from).slice(-2);
      const lit = { left: 0, right: 0 };
      const breaths = new Set<number>();
      for (let ms = 500; ms <= 4_000; ms += 100) {
        built.show(at(outcome, "result", ms));
        lit.left += Number((left?.at.alpha ?? 1) > 0.2);
        lit.right += Number((right?.at.alpha ?? 1) > 0.2);
        breaths.add(parts.slice(from).reduce((sum, part) => sum + (part.at.alpha ?? 1), 0));
      }
      const { result: winner } = view.state as { result?: string };
      const [first] = view.board.sides.filter(({ id }) => id !== "tie");
      const seen = winner === "tie" ? [] : [winner === first?.id ? "left" : "right"];
      const found = (["left", "right"] as const).filter((side) => lit[side] > 10);
      expect(found).toEqual(seen);
      expect(lit.left === 0 || lit.right === 0).toBe(true);
      expect(breaths.size).toBeGreaterThan(30);
    }
  });

  test("tells three kinds of results apart", () => {
    const worths = all.map(({ outcome }) => at(outcome, "result", 3_500).worth);
    expect(new Set(worths)).toEqual(new Set([0, 1, 2]));
  });
});
