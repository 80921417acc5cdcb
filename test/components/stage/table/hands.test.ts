import { describe, expect, it } from "vitest";
import type { CardTurn, Deed } from "../../../../components/stage/table/round.ts";
import {
  dealingDeeds,
  dealtCard,
  finishedCard,
  handsAt,
  sweepingDeeds,
} from "../../../../components/stage/table/round.ts";

const turnOf = (name: string, x: number, dealAtMs: number, turnAtMs: number): CardTurn => ({
  name,
  side: name,
  place: { x, y: 30, angle: 0 },
  card: { value: "7", suit: "S" },
  dealAtMs,
  dealMs: 500,
  turnAtMs,
  turnMs: 600,
});
const turns = [turnOf("dragon", -118, 0, 1_700), turnOf("tiger", 118, 800, 2_600)];
const SWEEP_MS = 700;
const sweepAtMs = (turn: CardTurn) => (turn === turns[0] ? 200 : 1_200);

/** How far the nearest hand's fingertips are from a place, in mm. */
const reach = (deeds: readonly Deed[], ms: number, { x, y }: { x: number; y: number }) =>
  Math.min(...handsAt(deeds, ms).map((hand) => Math.hypot(hand.x - x, hand.y - y)));

const moments = Array.from({ length: 200 }, (_, i) => i * 20);

describe("the dealer's hands", () => {
  it("are on each card that moves", () => {
    const dealing = dealingDeeds(turns);
    const sweeping = sweepingDeeds(turns, sweepAtMs, SWEEP_MS);
    const reaches = moments.flatMap((ms) =>
      turns.flatMap((turn) => {
        const dealt = dealtCard(turn, ms);
        const swept = finishedCard(turn, ms, sweepAtMs(turn), SWEEP_MS, 0);
        return [
          ...(dealt && dealt.travel < 1 ? [reach(dealing, ms, dealt.at)] : []),
          ...(swept && swept.travel > 1 && swept.travel < 1.99
            ? [reach(sweeping, ms, swept.at)]
            : []),
        ];
      }),
    );
    expect(reaches.length).toBeGreaterThan(80);
    expect(Math.max(...reaches)).toBeLessThan(30);
  });

  it("hold the edge of a card until it nearly lies open", () => {
    const dealing = dealingDeeds(turns);
    for (const { place, turnAtMs } of turns) {
      const at = (ms: number) =>
        handsAt(dealing, turnAtMs + ms).find(({ hand }) => hand === "left");
      expect(at(0)).toMatchObject({ grasp: "turn", x: place.x - 45 });
      expect(at(300)?.lift).toBeGreaterThan(80);
    }
  });

  it("come, go and change in no jumps", () => {
    const deeds = dealingDeeds(turns);
    const steps = moments.flatMap((ms) =>
      handsAt(deeds, ms + 2).map((hand) => {
        const before = handsAt(deeds, ms).find((other) => other.hand === hand.hand) ?? hand;
        return Math.hypot(hand.x - before.x, hand.y - before.y);
      }),
    );
    expect(Math.max(...steps)).toBeLessThan(10);
    expect(handsAt(deeds, 10_000)).toEqual([]);
  });
});
