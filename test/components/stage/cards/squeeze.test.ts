import fc from "fast-check";
import { expect, test } from "vitest";
import { squeezeOf } from "../../../../components/stage/cards/squeeze.ts";
import { CARD_RATIO } from "../../../../components/stage/measures.ts";
import { boxAcross, peelOf } from "../../../../components/stage/peel.ts";

const ROUNDS = Array.from({ length: 200 }, (_, i) => i + 1);
const SHARES = Array.from({ length: 201 }, (_, i) => i / 200);

test("a squeeze begins on the back and ends on the face, and is in hand all the time between", () => {
  for (const round of ROUNDS) {
    const squeeze = squeezeOf(round, 4);
    const turns = SHARES.map((share) => squeeze(share).turn);
    expect([turns[0], turns.at(-1)]).toEqual([0, 1]);
    expect(turns.slice(1, -1).every((turn) => turn > 0 && turn < 1)).toBe(true);
  }
});

/** How much of the face of a card is seen from above, in shares of it, in so many thin strips. */
function openOf(turn: number, axis: number): number {
  const { long } = boxAcross(axis, CARD_RATIO);
  const [cos, sin] = [Math.abs(Math.cos(axis)), Math.abs(Math.sin(axis))];
  /** How wide the card is at a place along the way in which it is lifted. */
  const wideAt = (along: number) => {
    const fromEnd = Math.min(along, 1 - along) * long;
    const slant = Math.min(CARD_RATIO * sin, cos);
    const full = CARD_RATIO * sin < cos ? CARD_RATIO / cos : 1 / sin;
    return slant < 1e-6 ? full : full * Math.min(1, fromEnd / slant);
  };
  let area = 0;
  for (const { from, to, x } of peelOf(turn, long)) {
    for (let part = 0.5; part < 40; part++) {
      area += (Math.max(0, x[0] - x[1]) / 40) * wideAt(from + ((to - from) * part) / 40);
    }
  }
  return area / CARD_RATIO;
}

test("what is open of a card never shrinks while it is squeezed, and all of it is open at the end", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 40 }),
      fc.nat(6),
      fc.boolean(),
      (round, nth, isThird) => {
        const squeeze = squeezeOf(round, nth, isThird);
        const open = SHARES.map((share) => openOf(squeeze(share).turn, squeeze(share).axis));
        open
          .slice(1)
          .forEach((now, i) => expect(now).toBeGreaterThanOrEqual((open[i] ?? 0) - 1e-3));
        expect(open[0]).toBe(0);
        expect(open.at(-1)).toBeCloseTo(1, 2);
      },
    ),
    { numRuns: 40 },
  );
});

test("it opens slower until the last pip, and much of it at the end at once", () => {
  for (const round of ROUNDS) {
    const squeeze = squeezeOf(round, 4);
    const turned = (share: number) => squeeze(share).turn;
    expect(turned(0.85) - turned(0.43)).toBeLessThan(turned(0.43));
    expect(openOf(turned(0.85), squeeze.axis)).toBeLessThan(0.7);
  }
});

test("rounds differ in the edge that is lifted, in the pulls and in the hand", () => {
  const ways = ROUNDS.map((round) => {
    const squeeze = squeezeOf(round, 4);
    return `${squeeze.axis} ${squeeze.hand} ${squeeze(0.2).turn.toFixed(1)}`;
  });
  expect(new Set(ways).size).toBeGreaterThanOrEqual(10);
  expect(new Set(ROUNDS.map((round) => squeezeOf(round, 4).axis)).size).toBe(5);
  expect(new Set(ROUNDS.map((round) => squeezeOf(round, 4).hand)).size).toBe(2);
});

test("the pips are out well before the end, by the same way for each viewer", () => {
  for (const round of ROUNDS) {
    const most = Math.max(
      ...SHARES.filter((s) => s < 0.85).map((s) => squeezeOf(round, 6)(s).turn),
    );
    expect(most).toBeGreaterThan(0.42);
    expect(most).toBeLessThan(0.65);
  }
});
