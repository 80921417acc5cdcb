import { expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import { beatAt } from "../../../components/stage/pacing.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { lengthsOf, viewOf } from "./states.ts";

/** A round of mode `drand`, in which bets close 5 s before the cards may be turned. */
function awaiting<Outcome>(slug: string, phase: Phase): Play<Outcome> {
  const outcome = fixtures[slug]?.[0]?.outcome as Outcome;
  return { ...viewOf(slug, outcome, phase, 1_234_567), ...lengthsOf(slug, "drand") };
}

const poses = {
  baccarat: (phase: Phase, ms: number) =>
    Object.values(baccarat.pose(awaiting("baccarat", phase), ms).hands).flatMap(({ cards }) =>
      cards.slice(0, 2),
    ),
  dragontiger: (phase: Phase, ms: number) =>
    Object.values(dragontiger.pose(awaiting("dragontiger", phase), ms).cards),
};
const scenes = { baccarat, dragontiger };

test.each(["baccarat", "dragontiger"] as const)(
  "cards of %s lie face down while a beacon is awaited",
  (slug) => {
    const scene = scenes[slug];
    const view = awaiting<never>(slug, "betting");
    const { fromMs, toMs } = scene.movesAgain?.(view) ?? { fromMs: 0, toMs: 0 };
    expect(fromMs).toBe(view.closesAtMs);
    expect(toMs).toBeLessThan(view.betMs ?? 0);
    expect(poses[slug]("betting", fromMs).every(({ travel }) => travel === 0)).toBe(true);
    const waiting = poses[slug]("betting", toMs);
    expect(waiting.map(({ card, travel, turn }) => [card, travel, turn])).toEqual(
      waiting.map(() => [null, 1, 0]),
    );
    expect(poses[slug]("betting", 60_000)).toEqual(waiting);
  },
);

test.each(["baccarat", "dragontiger"] as const)(
  "the reveal of %s takes them up where they lie, and has all lie open before its phase ends",
  (slug) => {
    const { toMs } = scenes[slug].movesAgain?.(awaiting<never>(slug, "betting")) ?? { toMs: 0 };
    // A face that is not seen, and the edge that will be lifted, are no part of how a card lies.
    const lying = (phase: Phase, ms: number) =>
      poses[slug](phase, ms).map((card) => ({ ...card, card: null, axis: 0, secret: false }));
    expect(lying("revealing", 0)).toEqual(lying("betting", toMs));
    expect(poses[slug]("revealing", 7_700).every(({ turn }) => turn === 1)).toBe(true);
  },
);

test("a table is drawn frame by frame while they are dealt, and not before or after that", () => {
  const pace = { restsAfterMs: 1_000, livesUntilMs: 12_000, stepMs: 1_000 };
  const again = { fromMs: 12_350, toMs: 13_500 };
  expect(beatAt(12_000, { ...pace, again })).toEqual({ poseAtMs: 12_000, waitMs: 350 });
  expect(beatAt(12_400, { ...pace, again })).toEqual({ poseAtMs: 12_400, waitMs: 0 });
  expect(beatAt(16_000, { ...pace, again })).toEqual({ poseAtMs: 13_500, waitMs: null });
});
