import fc from "fast-check";
import { expect, test } from "vitest";
import { sweptCard } from "../../../../components/stage/cards/dealing.ts";
import { sweepOf } from "../../../../components/stage/cards/sweeps.ts";
import type { Sweep } from "../../../../components/stage/cards/sweeps.ts";
import { sweptSpots } from "../../../../components/stage/cards/swept-spots.ts";
import { SWEEP_MS } from "../../../../components/stage/times.ts";

const sweeps = fc.constantFrom<Sweep>(0, 1, 2);

test("no two rounds in a row are swept alike, and all three ways are seen", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (round) => {
      expect(new Set([round, round + 1, round + 2].map(sweepOf)).size).toBe(3);
    }),
  );
});

test("whichever way they are swept, cards end off the table", () => {
  const sizes = fc.record({
    width: fc.integer({ min: 160, max: 2_000 }),
    height: fc.integer({ min: 120, max: 1_200 }),
  });
  fc.assert(
    fc.property(sizes, sweeps, fc.integer({ min: 20, max: 300 }), (size, sweep, cardPx) => {
      const { x, y } = sweptSpots(size, cardPx, size.height / 2)[sweep];
      const half = 0.7 * cardPx;
      expect(x < -half || y < -half).toBe(true);
    }),
  );
});

test("a card begins its way as it lay, and is never lit in a flash", () => {
  fc.assert(
    fc.property(sweeps, fc.double({ min: 0, max: 0.3, noNaN: true }), (sweep, dim) => {
      const at = (ms: number) =>
        sweptCard({ value: "9", suit: "H" }, ms, 200, { lit: 0, dim }, { stray: 0.4, sweep });
      expect(at(200)).toMatchObject({ travel: 1, turn: 1, dim });
      for (let ms = 200; ms < 200 + SWEEP_MS.card; ms += 16) {
        expect(Math.abs(at(ms + 16).dim - at(ms).dim)).toBeLessThan(0.06);
        // Its shade is drawn on a card that lies.
        expect(at(ms).turn === 1 || at(ms).dim === 0 || sweep !== 2).toBe(true);
      }
      expect(at(200 + SWEEP_MS.card).travel).toBe(2);
    }),
  );
});
