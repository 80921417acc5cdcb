import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hands as baccaratHands,
  idle as baccarat,
} from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccaratScene } from "../../../components/scenes/baccarat/scene.ts";
import {
  hands as dragontigerHands,
  idle as dragontiger,
} from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontigerScene } from "../../../components/scenes/dragontiger/scene.ts";
import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import { gesturesOf } from "../../../components/stage/cards/idle-gestures.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { TABLE_MS } from "../../../components/stage/times.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { BOXES } from "./boxes.ts";
import { isSeen, recordingKit, textBox } from "./recording-kit.ts";
import { outcomesOf, viewOf } from "./states.ts";

/** What of an idle pose tells whether anything of it is seen. */
interface Seen {
  seen: number;
  left: object;
  right: object;
}

type AnyScene = Scene<unknown, unknown>;
type AnyHands = Extras<unknown, unknown, Drawing<unknown>, HandsPose>;
type AnyIdle = Extras<unknown, unknown, Drawing<unknown>, Seen>;

const CLOSES_AT_MS = 15_000;
const games = [
  { slug: "baccarat", scene: baccaratScene, idle: baccarat, hands: baccaratHands },
  { slug: "dragontiger", scene: dragontigerScene, idle: dragontiger, hands: dragontigerHands },
].map(({ slug, scene, idle, hands }) => ({
  slug,
  scene: scene as unknown as AnyScene,
  idle: idle as unknown as AnyIdle,
  hands: hands as unknown as AnyHands,
}));

describe.each(games)("what goes on at $slug during bets", ({ slug, scene, idle, hands }) => {
  const outcomes = outcomesOf<unknown>(slug);
  const play = (outcome: unknown, phase: Phase, round: number): Play => ({
    ...viewOf(slug, outcome, phase, round),
    closesAtMs: CLOSES_AT_MS,
  });
  const poseAt = (view: Play, ms: number) => {
    const at = (elapsedMs: number) => scene.pose(view, elapsedMs);
    return idle.pose(view, ms, at(ms), at);
  };
  /** The moments, a tenth of a second apart, at which something small moves. */
  const stirredIn = (view: Play) =>
    Array.from({ length: 160 }, (_, i) => i * 100).filter((ms) => idle.stirs?.(view, ms) ?? false);
  const [one] = fc.sample(outcomes, { numRuns: 1, seed: 1 });

  test("is at rest where a table without motion stands, with the hands on it", () => {
    const view = play(one, "betting", 7);
    const rest = poseAt(view, scene.restsAfterMs(view));
    expect(rest).toMatchObject({ seen: 1, left: { high: 0 }, right: { high: 0 } });
    expect(poseAt(view, 0).seen).toBe(0);
  });

  test("leaves in the last second of bets, and is gone as they close", () => {
    const view = play(one, "betting", 7);
    expect(poseAt(view, CLOSES_AT_MS - 1_000).seen).toBe(1);
    const [leaving, later] = [400, 200].map((leftMs) => poseAt(view, CLOSES_AT_MS - leftMs).seen);
    expect(leaving).toBeLessThan(1);
    expect(later).toBeLessThan(leaving ?? 0);
    // While a beacon is awaited cards are dealt in the meantime.
    for (const betMs of [CLOSES_AT_MS, CLOSES_AT_MS + 5_000]) {
      expect(poseAt({ ...view, betMs }, CLOSES_AT_MS - 1).seen).toBeLessThan(0.01);
      expect(poseAt({ ...view, betMs }, CLOSES_AT_MS + 300).seen).toBe(0);
      expect(poseAt({ ...play(one, "revealing", 7), betMs }, 0).seen).toBe(0);
    }
  });

  test("never shows more than two hands, whatever the dealer does", () => {
    const looks = { idle: 0, dealing: 0 };
    for (const betMs of [CLOSES_AT_MS, CLOSES_AT_MS + 5_000]) {
      for (const phase of PHASES) {
        for (const left of [0, 1, 30]) {
          const room = { hour: 12, board: 1, round: left === 30 ? 0 : 5, left };
          const view = { ...play(one, phase, 7), betMs, revealMs: 9_000, resultMs: 4_000, room };
          for (let ms = 0; ms < 20_000; ms += 50) {
            const at = (elapsedMs: number) => scene.pose(view, elapsedMs);
            const isResting = poseAt(view, ms).seen > 0;
            const dealers = hands.pose(view, ms, at(ms), at);
            const isDealing = dealers.left !== null || dealers.right !== null;
            looks.idle += isResting ? 1 : 0;
            looks.dealing += isDealing ? 1 : 0;
            expect(isResting && isDealing, `at ${ms} ms of ${phase}, ${left} left`).toBe(false);
          }
        }
      }
    }
    expect(Math.min(looks.idle, looks.dealing)).toBeGreaterThan(100);
  });

  test("says nothing of the outcome, and is hidden with the dealer's hands", () => {
    fc.assert(
      fc.property(outcomes, outcomes, fc.integer({ min: 0, max: 16_000 }), (first, other, ms) => {
        for (const phase of ["betting", "revealing"] as const) {
          expect(poseAt(play(first, phase, 9), ms)).toEqual(poseAt(play(other, phase, 9), ms));
        }
        expect(poseAt({ ...play(first, "betting", 9), hands: false }, ms).seen).toBe(0);
      }),
      { numRuns: times(10, 30) },
    );
  });

  test("does not come again within ten minutes: no round of them is like another", () => {
    const rounds = Array.from({ length: 20 }, (_, i) =>
      JSON.stringify(
        [3, 5, 7, 9].map((s) => ({
          ...poseAt(play(one, "betting", 100 + i), s * 1_000),
          round: 0,
        })),
      ),
    );
    expect(new Set(rounds).size).toBe(rounds.length);
  });

  test("is never without a gesture for longer than four seconds, until the last seconds come", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.boolean(), (round, isAwaiting) => {
        const closesAtMs = isAwaiting ? 12_000 : CLOSES_AT_MS;
        const view = { ...play(one, "betting", round), closesAtMs };
        const untilMs = closesAtMs - TABLE_MS.last;
        const stirred = stirredIn(view).filter((ms) => ms >= TABLE_MS.opening && ms < untilMs);
        let restsFromMs: number = TABLE_MS.opening;
        for (const ms of [...stirred, untilMs]) {
          expect(ms - restsFromMs).toBeLessThanOrEqual(4_000);
          restsFromMs = ms;
        }
      }),
      { numRuns: times(60, 400) },
    );
  });

  test("moves the hands in each gesture, and never makes the same one twice in a row", () => {
    for (let round = 1; round <= 40; round++) {
      const view = play(one, "betting", round);
      const gestures = gesturesOf(view);
      const made = gestures.map(({ fromMs, toMs, at, hands }) => {
        for (const hand of hands) {
          const [rest, moved] = [poseAt(view, fromMs), poseAt(view, (fromMs + toMs) / 2)];
          expect(moved[hand]).not.toEqual(rest[hand]);
        }
        return `${hands.join("+")} ${JSON.stringify([0.3, 0.5, 0.6].map(at))}`;
      });
      expect(new Set(made).size).toBe(made.length);
      expect(made.length).toBeGreaterThan(1);
    }
  });

  test("is looked at more often for six seconds of a round at the most, which are whole, until it leaves", () => {
    let sum = 0;
    for (let round = 1; round <= 40; round++) {
      const stirred = stirredIn(play(one, "betting", round)).filter(
        (ms) => ms < CLOSES_AT_MS - TABLE_MS.last,
      );
      sum += stirred.length;
      expect(stirred.length).toBeLessThanOrEqual(60);
      // Between them nothing goes back to where it was.
      for (const ms of stirred) {
        expect(stirred.includes(ms - 100) || ms % 1_000 === 0).toBe(true);
        expect(stirred.includes(ms + 100) || (ms + 100) % 1_000 === 0).toBe(true);
      }
    }
    expect(sum / 40).toBeLessThanOrEqual(50);
  });

  test("lies still where a table without motion stands: the hands have done nothing by then", () => {
    for (let round = 1; round <= 40; round++) {
      const view = play(one, "betting", round);
      expect(gesturesOf(view)[0]?.fromMs).toBeGreaterThan(scene.restsAfterMs(view));
      expect(idle.restsAfterMs?.(view) ?? 0).toBeLessThanOrEqual(scene.restsAfterMs(view));
    }
  });

  // The cause: in a tall box the name of the tie lay where the hands of Baccarat would rest, and nobody was there.
  test.each(BOXES.filter(({ height }) => height > 300))(
    "both hands lie on the table of $width x $height, and on no name",
    (size) => {
      const view = play(one, "betting", 7);
      const ms = scene.restsAfterMs(view);
      const { kit, parts } = recordingKit();
      const table = scene.build(kit, view);
      table.resize(size);
      table.show(scene.pose(view, ms));
      const names = parts.filter(
        (part) => part.kind === "label" && part.text !== "" && isSeen(part),
      );
      expect(names.length).toBeGreaterThan(2);
      const before = parts.length;
      const hands = idle.build(kit, view, table);
      hands.resize(size);
      hands.show(poseAt(view, ms));
      const seen = parts
        .slice(before)
        .filter((part) => part.kind === "picture" && isSeen(part) && part.size.width > 30);
      // Of each a glove and its sleeve, and their shadows.
      expect(seen.length).toBeGreaterThanOrEqual(4);
      const foot = Math.max(...seen.map(({ at }) => at.y));
      expect(foot).toBeLessThan(Math.min(...names.map((name) => textBox(name).y)));
    },
  );
});
