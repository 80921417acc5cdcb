/* The cause: in small boxes a finger tip or a strip of a cuff was seen at the edge, as if something were left there. */
import { expect, test } from "vitest";
import { Hand } from "../../../../components/stage/cards/hands/hand.ts";
import { BOXES } from "../../scenes/boxes.ts";
import type { Recorded } from "../../scenes/recording-kit.ts";
import { treeKit } from "../../scenes/tree-kit.ts";

const HAND_PX = 90;
const SIDES = ["left", "right"] as const;

/** How much of a picture lies in a box, 0 to 1. */
function inside({ at, size }: Recorded, box: { width: number; height: number }): number {
  const [cos, sin] = [Math.cos(at.angle ?? 0), Math.sin(at.angle ?? 0)];
  const [wide = 1, high = 1] = [at.scale ?? 1].flat();
  const steps = Array.from({ length: 12 }, (_, i) => (i + 0.5) / 12 - 0.5);
  const points = steps.flatMap((across) =>
    steps.map((down) => {
      const [dx, dy] = [across * size.width * wide, down * size.height * high];
      return { x: at.x + dx * cos - dy * sin, y: at.y + dx * sin + dy * cos };
    }),
  );
  const seen = points.filter(({ x, y }) => x > 0 && x < box.width && y > 0 && y < box.height);
  return seen.length / points.length;
}

test.each(BOXES)(
  "at the edge of $width x $height a hand is seen that reads as one, or none",
  (size) => {
    const looks = { seen: 0, hidden: 0 };
    for (const side of SIDES) {
      const { kit, placed, drawn } = treeKit();
      const hand = new Hand(kit, side, ["pinch"]);
      hand.fit(HAND_PX, size);
      const gloves = drawn(hand.node).filter(({ kind }) => kind === "picture");
      // From beyond each edge inwards, with the arm behind it.
      const ways = [
        (px: number) => ({ x: px, y: size.height / 2, elbow: { x: px - 300, y: size.height / 2 } }),
        (px: number) => ({
          x: size.width - px,
          y: size.height / 2,
          elbow: { x: size.width - px + 300, y: size.height / 2 },
        }),
        (px: number) => ({ x: size.width / 2, y: px, elbow: { x: size.width / 2, y: px - 300 } }),
        // Along the far edge it is hardly within.
        (px: number) => ({ x: px * 3, y: 6, elbow: { x: px * 3, y: -300 } }),
      ];
      for (const way of ways) {
        for (let px = -60; px < 100; px += 2) {
          hand.show({ ...way(px), high: 0 }, "pinch", true);
          const alpha = placed.get(hand.node)?.alpha ?? 1;
          const [glove] = gloves.filter(({ at }) => at.alpha === 1);
          const share = glove ? inside(glove, size) : 0;
          looks[alpha > 0 ? "seen" : "hidden"] += 1;
          expect(alpha > 0 && share < 0.25, `${side} at ${px}: ${share}`).toBe(false);
          expect(alpha < 1 && share > 0.6, `${side} at ${px}: ${share}`).toBe(false);
        }
      }
    }
    expect(Math.min(looks.seen, looks.hidden)).toBeGreaterThan(50);
  },
);
