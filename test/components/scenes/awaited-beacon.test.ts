import { expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/hud/table/fixtures.ts";
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
