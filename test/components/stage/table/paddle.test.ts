import { describe, expect, it } from "vitest";
import {
  payActions,
  choreActions,
  CHORES,
} from "../../../../components/stage/table/paddle-actions.ts";
import type { Chore } from "../../../../components/stage/table/paddle-actions.ts";
import {
  dealActions,
  dealtCard,
  finishedCard,
  paddleAt,
  sweepActions,
} from "../../../../components/stage/table/round.ts";
import type { CardPlan } from "../../../../components/stage/table/round.ts";
import { felt } from "../../../../src/games/dragontiger/felt.ts";

const turnOf = (name: string, x: number, dealAtMs: number, turnAtMs: number): CardPlan => ({
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
const sweep = { fromMs: 400, toMs: 1_240 };
/** Half the blade and half a card, in mm: closer than this they touch. */
const TOUCHES = 110;

const moments = Array.from({ length: 200 }, (_, i) => i * 20);

describe("the paddle", () => {
  it("the paddle is on each card that moves across the felt", () => {
    const dealing = dealActions(turns);
    const sweeping = sweepActions(turns, sweep);
    const reaches = moments.flatMap((ms) =>
      turns.flatMap((turn) => {
        const dealt = dealtCard(turn, ms);
        const swept = finishedCard(turn, ms, turns, sweep, 0);
        const moving = [
          ...(dealt && dealt.travel < 1 ? [{ at: dealt.at, actions: dealing }] : []),
          ...(swept && swept.travel > 1 ? [{ at: swept.at, actions: sweeping }] : []),
        ];
        return moving.map(({ at, actions }) => {
          const paddle = paddleAt(actions, ms);
          return paddle ? Math.hypot(paddle.x - at.x, paddle.y - at.y) : 999;
        });
      }),
    );
    expect(reaches.length).toBeGreaterThan(80);
    expect(Math.max(...reaches)).toBeLessThan(TOUCHES);
  });

  it("a card is lifted by the paddle below it until the card is on its edge", () => {
    const dealing = dealActions(turns);
    for (const { place, turnAtMs } of turns) {
      expect(paddleAt(dealing, turnAtMs)).toMatchObject({ x: place.x, isUnder: true });
      expect(paddleAt(dealing, turnAtMs + 320)?.tilt).toBeGreaterThan(1);
    }
  });

  it.each(
    Object.entries({
      deals: dealActions(turns),
      sweeps: sweepActions(turns, sweep),
      pays: payActions(felt.band, { side: "left", lateMs: 0 }),
      ...Object.fromEntries(
        Object.keys(CHORES).map((work) => [work, choreActions(work as Chore, 1, 0, 9_000)]),
      ),
    }),
  )("the paddle %s without jumps", (_, actions) => {
    const steps = moments.flatMap((ms) => {
      const [before, after] = [paddleAt(actions, ms), paddleAt(actions, ms + 2)];
      return before && after ? [Math.hypot(after.x - before.x, after.y - before.y)] : [];
    });
    expect(Math.max(...steps)).toBeLessThan(10);
    expect(paddleAt(actions, 10_000)).toBeNull();
  });
});
