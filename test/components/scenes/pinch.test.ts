import { expect, test } from "vitest";
import { hands, reachOf } from "../../../components/scenes/dragontiger/extras.ts";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import { DEPTH } from "../../../components/stage/cards/depths.ts";
import { findGame } from "../../../src/games/index.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { bodies, covered } from "./hand-bodies.ts";
import type { Capsule, Point } from "./hand-bodies.ts";
import { recordingKit } from "./recording-kit.ts";
import { viewOf } from "./states.ts";

const SIZE = { width: 830, height: 400 };
type View = Parameters<typeof scene.pose>[0];

/** All moments at which a hand holds the tiger's card, in ms of phase `revealing`. */
function squeezes(see: (view: View, ms: number) => void): void {
  const game = findGame("dragontiger");
  const outcomes = fixtures.dragontiger ?? [];
  for (let round = 1; round <= times(12, 60); round++) {
    const revealMs = game ? phaseLengthMs("revealing", game) : 0;
    const outcome = outcomes[round % outcomes.length]?.outcome;
    const view = { ...viewOf("dragontiger", outcome, "revealing", round), revealMs };
    for (let ms = 0; ms < revealMs; ms += 100) {
      see(view as unknown as View, ms);
    }
  }
}

test("a card that is squeezed is held between fingers upon it and a thumb beneath it", () => {
  const reach = reachOf(SIZE, true);
  const isAt = (all: readonly Capsule[], at: Point, within: number) =>
    covered(all, at, 0, { x: 0, y: 0, width: within, height: within }) > 0;
  let held = 0;
  squeezes((view, ms) => {
    const pose = scene.pose(view, ms);
    const { turn, secret } = pose.cards.tiger;
    const at = hands.pose(view, ms, pose, (other) => scene.pose(view, other));
    const pinching = [at.left, at.right].some((hand) => hand?.shape === "pinch");
    if (!secret || turn < 0.2 || !pinching) {
      return;
    }
    const side = at.left?.shape === "pinch" ? "left" : "right";
    const [over, beneath] = [bodies(reach, side, at, "over"), bodies(reach, side, at, "beneath")];
    // The tip of the thumb is beneath the fingers, or beside them as far as a finger is thick.
    const tip = beneath.at(-1)?.to ?? { x: 0, y: 0 };
    expect(beneath.length).toBeGreaterThan(0);
    expect(isAt(over, tip, 0.3 * reach.handPx)).toBe(true);
    held += 1;
  });
  expect(held).toBeGreaterThan(50);
});

test("what is squeezed is drawn over the thumb and beneath the fingers", () => {
  const { kit, parts } = recordingKit();
  const first = viewOf("dragontiger", fixtures.dragontiger?.[0]?.outcome, "revealing", 3);
  const table = scene.build(kit, first as unknown as Parameters<typeof scene.build>[1]);
  table.resize(SIZE);
  const from = parts.length;
  const drawn = hands.build(kit, first as never, table as never);
  drawn.resize(SIZE);
  const thumbs = () =>
    parts.slice(from).filter(({ at }) => at.depth === DEPTH.beneath && at.alpha === 1);
  let seen = 0;
  squeezes((view, ms) => {
    const pose = scene.pose(view, ms);
    const at = hands.pose(view, ms, pose, (other) => scene.pose(view, other));
    drawn.show(at);
    const pinching = [at.left, at.right].filter((hand) => hand?.shape === "pinch").length;
    expect(thumbs()).toHaveLength(pinching);
    seen += pinching;
  });
  expect(seen).toBeGreaterThan(100);
  expect(parts.slice(from).some(({ at }) => at.depth === DEPTH.hands)).toBe(true);
  expect(DEPTH.beneath).toBeLessThan(DEPTH.squeezed);
  expect(DEPTH.squeezed).toBeLessThan(DEPTH.hands);
});
