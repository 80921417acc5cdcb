import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { scene as bigsixball } from "../../../components/scenes/bigsixball/scene.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Mood } from "../../../components/stage/mood.ts";
import { beatAt } from "../../../components/stage/pacing.ts";
import type { Play, Scene } from "../../../components/stage/scene.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { COUNTED_FROM_PX } from "../../../src/look/tokens.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { isSeen, recordingKit } from "./recording-kit.ts";
import { outcomesOf, viewOf } from "./states.ts";

interface Lit {
  mood: Mood;
}

const scenes = {
  baccarat: baccarat as Scene<unknown, Lit>,
  bigsixball: bigsixball as Scene<unknown, Lit>,
  dragontiger: dragontiger as Scene<unknown, Lit>,
};

const CLOSES_AT_MS = 15_000;
/** The round that the previews show: their fixtures are chosen for it. */
const ROUND = 1_234_567;

describe.each(Object.entries(scenes))("the light of %s", (slug, scene) => {
  const outcomes = outcomesOf<unknown>(slug);
  const play = (outcome: unknown, phase: Phase): Play => ({
    ...viewOf(slug, outcome, phase),
    closesAtMs: CLOSES_AT_MS,
  });
  const moodAt = (outcome: unknown, phase: Phase, ms: number) =>
    scene.pose(play(outcome, phase), ms).mood;

  test("is calm until the last five seconds, and then tenses to the end", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const tense = (ms: number) => moodAt(outcome, "betting", ms).tense;
        expect([0, 5_000, CLOSES_AT_MS - 5_000].map(tense)).toEqual([0, 0, 0]);
        for (let ms = CLOSES_AT_MS - 5_000; ms < CLOSES_AT_MS; ms += 100) {
          expect(tense(ms + 100)).toBeGreaterThan(tense(ms));
        }
        expect(tense(CLOSES_AT_MS)).toBe(1);
      }),
      { numRuns: 3 },
    );
  });

  test("changes once a second, on the second, where software draws it, once the words are gone", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = play(outcome, "betting");
        const pace = {
          restsAfterMs: scene.restsAfterMs(view),
          livesUntilMs: scene.livesUntilMs?.(view) ?? 0,
          stepMs: 1_000,
        };
        const shown = new Set<string>();
        for (let ms = pace.restsAfterMs; ms < CLOSES_AT_MS; ms += 40) {
          const { poseAtMs } = beatAt(ms, pace);
          expect(poseAtMs % 1_000).toBe(0);
          shown.add(JSON.stringify(scene.pose(view, poseAtMs)));
        }
        expect(shown.size).toBe((CLOSES_AT_MS - pace.restsAfterMs) / 1_000);
      }),
      { numRuns: 3 },
    );
  });

  test("counts the last five seconds aloud, each at rest when it begins", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const counts = [0, 4_000, 9_999, 10_000, 10_999, 11_000, 14_999, 15_000].map(
          (ms) => moodAt(outcome, "betting", ms).count,
        );
        expect(counts).toEqual([0, 0, 0, 5, 5, 4, 1, 0]);
        for (let ms = 13_000; ms < CLOSES_AT_MS; ms += 1_000) {
          expect(moodAt(outcome, "betting", ms).pop).toBeCloseTo(0);
          expect(moodAt(outcome, "betting", ms + 150).pop).toBeGreaterThan(0.9);
        }
      }),
      { numRuns: 3 },
    );
  });

  test.each([390, 639, 640, 830])(
    "counts them on a cloth %i px wide where there is room for it",
    (width) => {
      const view = play(fixtures[slug]?.[0]?.outcome, "betting");
      const { kit, parts } = recordingKit();
      const drawing = scene.build(kit, view);
      drawing.resize({ width, height: width * 0.45 });
      drawing.show(scene.pose(view, CLOSES_AT_MS - 2_500));
      const counted = parts.filter(
        (part) => part.kind === "label" && part.text === "3" && isSeen(part),
      );
      expect(counted).toHaveLength(width >= COUNTED_FROM_PX ? 1 : 0);
    },
  );

  test("says that bets are open in their first second, and only there", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const words = (ms: number) => {
          const { opening } = moodAt(outcome, "betting", ms);
          return opening > 0 && opening < 1;
        };
        expect([0, 100, 900, 1_000, 5_000].map(words)).toEqual([false, true, true, false, false]);
      }),
      { numRuns: 3 },
    );
  });

  test("says that bets are closed before the first card leaves the shoe, and only there", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const words = (ms: number) => {
          const { closing } = moodAt(outcome, "revealing", ms);
          return closing > 0 && closing < 1;
        };
        expect([0, 100, 470, 480, 3_000].map(words)).toEqual([false, true, true, false, false]);
      }),
      { numRuns: 3 },
    );
  });

  const closings = (outcome: unknown) => (phase: Phase, ms: number) =>
    scene.pose({ ...play(outcome, phase), betMs: CLOSES_AT_MS + 5_000 }, ms).mood.closing;

  test("says that bets are closed where a beacon is awaited before anything moves, and then the alarm is over", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const closing = closings(outcome);
        expect(closing("betting", CLOSES_AT_MS)).toBe(0);
        expect(closing("betting", CLOSES_AT_MS + 400)).toBeGreaterThan(0);
        expect(closing("betting", CLOSES_AT_MS + 400)).toBeLessThan(1);
        expect(closing("betting", CLOSES_AT_MS + 900)).toBe(1);
        expect(closing("revealing", 0)).toBe(1);
        const awaiting = (phase: Phase, ms: number) =>
          scene.pose({ ...play(outcome, phase), betMs: CLOSES_AT_MS + 5_000 }, ms).mood;
        const { tense, lamp } = awaiting("betting", CLOSES_AT_MS + 4_999);
        expect(tense).toBeLessThan(0.5);
        const after = awaiting("revealing", 0);
        expect(after.tense).toBeCloseTo(tense);
        expect(after.lamp).toBeCloseTo(lamp);
      }),
      { numRuns: 3 },
    );
  });

  test("passes from phase to phase without a jump", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const ends: [Phase, number, Phase][] = [
          ["betting", CLOSES_AT_MS, "revealing"],
          ["revealing", 60_000, "result"],
          ["result", 60_000, "waiting"],
          ["waiting", 60_000, "betting"],
        ];
        for (const [phase, ms, next] of ends) {
          const [before, after] = [moodAt(outcome, phase, ms), moodAt(outcome, next, 0)];
          expect(after.lamp).toBeCloseTo(before.lamp);
          expect(after.tense).toBeCloseTo(before.tense);
        }
      }),
      { numRuns: 3 },
    );
  });

  test("never flashes more than twice in a second", () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PHASES), (outcome, phase) => {
        const view = play(outcome, phase);
        const turns: number[] = [];
        let [extreme, rising] = [brightness(scene.pose(view, 0)), true];
        for (let ms = 40; ms <= 13_000; ms += 40) {
          const now = brightness(scene.pose(view, ms));
          // A change of a tenth in brightness counts; less is no flash to anybody.
          if (rising ? now < extreme - 0.1 : now > extreme + 0.1) {
            turns.push(ms);
            [extreme, rising] = [now, !rising];
          }
          extreme = rising ? Math.max(extreme, now) : Math.min(extreme, now);
        }
        // A flash is two turns, up and down again: the fifth within a second would be a third flash.
        expect(turns.some((ms, i) => (turns[i + 4] ?? Number.POSITIVE_INFINITY) - ms < 1_000)).toBe(
          false,
        );
      }),
      { numRuns: 4 },
    );
  });
});

/**
 * How far light changes in a frame at most, at 60 a second. The cause: the second hand's dimming once began at
 * full depth, and a table went from 0.228 to 0.143 in one frame.
 */
const MOST_IN_A_FRAME: Readonly<Record<string, number>> = {
  baccarat: 0.2,
  dragontiger: 0.2,
  // Its flash is a camera's.
  bigsixball: 0.3,
};

describe.each(Object.entries(scenes))("the light of %s", (slug, scene) => {
  const titles = fixtures[slug]?.map(({ title }) => title) ?? [];

  test.each(titles)("is never cut: %s", (title) => {
    const outcome = fixtures[slug]?.find((fixture) => fixture.title === title)?.outcome;
    for (const phase of ["revealing", "result", "waiting"] as const) {
      const view = { ...viewOf(slug, outcome, phase, ROUND), closesAtMs: CLOSES_AT_MS };
      let before = brightness(scene.pose(view, 0));
      let most = 0;
      for (let ms = 0; ms < scene.restsAfterMs(view); ms += 1_000 / 60) {
        const now = brightness(scene.pose(view, ms));
        most = Math.max(most, Math.abs(now - before));
        before = now;
      }
      expect(most).toBeLessThanOrEqual(MOST_IN_A_FRAME[slug] ?? 0);
    }
  });
});

test("in baccarat the light goes from card to card, and never leaps to one", () => {
  fc.assert(
    fc.property(outcomesOf<BaccaratOutcome>("baccarat"), (outcome) => {
      const view = viewOf("baccarat", outcome, "revealing");
      const order = ["banker1", "player2", "banker2"];
      // Where on its way from card to card the light is: from one to the next is 1.
      const along = (ms: number) => {
        const { dimming } = baccarat.pose(view, ms);
        const [from, to] = [dimming?.from, dimming?.to].map((at) =>
          order.indexOf(`${at?.hand}${at?.slot}`),
        ) as [number, number];
        return dimming && from + (to - from) * dimming.way;
      };
      let before = along(0);
      for (let ms = 16; ms < 9_000; ms += 16) {
        const now = along(ms);
        expect(Math.abs((now ?? 0) - (before ?? now ?? 0))).toBeLessThan(now === null ? 3 : 0.25);
        before = now;
      }
    }),
    { numRuns: 14 },
  );
});

/** How bright a table is as a whole: its lamp, and all light that a pose adds or takes away. */
function brightness(pose: unknown): number {
  const of = (value: unknown, key: string): number => {
    if (typeof value !== "object" || value === null) {
      return 0;
    }
    return Object.entries(value).reduce((sum, [name, inner]) => {
      const here = name === key && typeof inner === "number" ? inner : 0;
      return sum + here + of(inner, key);
    }, 0);
  };
  const adds = ["lamp", "burst", "flood", "flash", "link", "photo", "podium"];
  const takes = ["depth", "dimming"];
  const sum = (keys: readonly string[]) => keys.reduce((all, key) => all + of(pose, key), 0);
  return sum(adds) - sum(takes);
}
