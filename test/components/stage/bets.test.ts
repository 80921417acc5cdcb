import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betsPose, betsRestAfterMs, fallenTo } from "../../../components/stage/bets/pose.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";

const pile = (chips: number, before = 0, sinceMs = 1_000) => ({ chips, before, sinceMs });
const spot = (name: string, hasWon: boolean) => ({
  name,
  total: pile(6),
  own: pile(2, 1, 3_000),
  share: "50%",
  stake: "20",
  told: hasWon ? ["+40"] : ["Round −20"],
  isPaid: hasWon,
  isGain: hasWon,
  hasWon,
});
const settled: BetsShown = { spots: [spot("dragon", true), spot("tiger", false)], settledMs: 500 };
const play = (phase: Phase, bets: BetsShown | undefined = settled) =>
  ({ state: { phase }, bets }) as Play;

describe("bets on the cloth", () => {
  test("are none where none are told", () => {
    for (const phase of PHASES) {
      const { bets: _, ...bare } = play(phase);
      expect(betsPose(bare as Play, 1_234)).toEqual([]);
      expect(betsRestAfterMs(bare as Play)).toBe(0);
    }
  });

  test("are the same at a moment however it is reached, and rest when they say so", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PHASES),
        fc.array(fc.nat(20_000)),
        fc.nat(4_000),
        (phase, moments, settledMs) => {
          const view = play(phase, { ...settled, settledMs });
          const forth = moments.map((ms) => betsPose(view, ms));
          const back = moments.toReversed().map((ms) => betsPose(structuredClone(view), ms));
          expect(back.toReversed()).toEqual(forth);
          const rest = betsPose(view, betsRestAfterMs(view));
          expect(betsPose(view, betsRestAfterMs(view) + 9_999)).toEqual(rest);
        },
      ),
    );
  });

  test("come down chip by chip from the moment on at which they came", () => {
    const chips = (ms: number) => betsPose(play("betting"), ms)[0];
    expect(chips(999)?.total).toBe(0);
    expect(chips(1_700)?.total).toBeCloseTo(3.5);
    expect(chips(5_000)).toMatchObject({ total: 6, own: 2, worded: 1, gone: 0 });
    expect(chips(2_999)?.own).toBe(1);
  });

  test("land one by one, each within a quarter of a second, and spring a little", () => {
    for (let ms = 1_000; ms < 2_200; ms += 10) {
      const total = (at: number) => betsPose(play("betting"), at)[0]?.total ?? 0;
      expect(total(ms + 250)).toBeGreaterThanOrEqual(Math.min(6, Math.floor(total(ms)) + 1));
      expect(total(ms + 150)).toBeLessThan(Math.floor(total(ms)) + 2);
    }
    const falls = Array.from({ length: 101 }, (_, i) => fallenTo(i / 100));
    expect(falls[0]).toBeGreaterThan(1);
    expect(falls.at(-1)).toBeCloseTo(0);
    const landed = falls.findIndex((high) => high < 0.02);
    const sprung = Math.max(...falls.slice(landed));
    expect(sprung).toBeGreaterThan(0.05);
    expect(sprung).toBeLessThan(0.15);
    expect(Math.min(...falls)).toBeGreaterThanOrEqual(0);
  });

  test("say nothing of the winner before the result", () => {
    for (const phase of ["betting", "revealing"] as const) {
      const [won, lost] = betsPose(play(phase), 9_000);
      expect({ ...won, name: "" }).toEqual({ ...lost, name: "" });
    }
  });

  test("are paid where they won and taken where they lost, in the result", () => {
    expect(betsPose(play("result"), 499)).toMatchObject([
      { lit: 0, paid: 0 },
      { lit: 0, gone: 0 },
    ]);
    expect(betsPose(play("result"), 4_000)).toMatchObject([
      { told: ["+40"], toldSeen: 1, lit: 1, paid: 1, gone: 0 },
      { told: ["Round −20"], toldSeen: 1, lit: 0, paid: 0, gone: 1 },
    ]);
  });

  // The cause: at Dragon Tiger a player read what the round had brought him 2 s after the card was seen.
  test("tell the player of the round within half a second, long before its chips are paid", () => {
    const settlings = [undefined, { lateMs: 680, sweepOf: () => undefined }];
    for (const settling of settlings) {
      for (const spot of [0, 1]) {
        const seen = (ms: number) => betsPose(play("result"), ms, settling)[spot]?.toldSeen;
        expect([seen(500), seen(999), seen(3_900)]).toEqual([0, 1, 1]);
      }
      expect(betsPose(play("result"), 999, settling)[0]?.paid).toBe(0);
    }
  });

  test("that are lost are swept to the dealer, and are off the table before anybody is paid", () => {
    let before = 0;
    for (let ms = 500; ms < 3_000; ms += 20) {
      const [won, lost] = betsPose(play("result"), ms);
      const { swept = 0, gone = 0 } = lost ?? {};
      // They are seen on most of their way, the player's own with them.
      expect(gone > 0 ? swept : 1).toBeGreaterThan(0.8);
      expect(swept).toBeGreaterThanOrEqual(before);
      expect(swept - before).toBeLessThan(0.1);
      expect(won?.paid === 0 || gone === 1).toBe(true);
      expect(won).toMatchObject({ swept: 0, gone: 0 });
      before = swept;
    }
    expect(before).toBe(1);
  });

  test("that are settled late go on while the table is cleared", () => {
    const late = { ...play("result", { ...settled, settledMs: 2_500 }), resultMs: 3_000 };
    const waiting = { ...late, state: play("waiting").state };
    expect(betsPose(waiting, 0)).toEqual(betsPose(late, 3_000));
    expect(betsPose(waiting, betsRestAfterMs(waiting))[1]).toMatchObject({ swept: 1, gone: 1 });
  });

  test("are off the table before its cards are swept", () => {
    expect(betsPose(play("waiting"), 220).map(({ gone, lit }) => [gone, lit])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });
});
