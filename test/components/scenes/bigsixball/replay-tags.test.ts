import { expect, test } from "vitest";
import { ReplayTags } from "../../../../components/scenes/bigsixball/replay-tags.ts";
import type { Lying } from "../../../../components/scenes/bigsixball/replay-tags.ts";
import { isSeen, recordingKit, textBox } from "../recording-kit.ts";

const [WIDE, BALL_PX] = [830, 80];
const LIES = { rank: 2, gapMs: 150, beyond: 1.5, near: 0.5, diameter: BALL_PX };

/** How far the box of a tag is from a ball, in CSS pixels: the longer of both ways. */
function gapTo(ball: Lying, tag: ReturnType<typeof textBox>): number {
  return Math.max(
    Math.abs(tag.x - ball.x) - tag.width / 2,
    Math.abs(tag.y - ball.y) - tag.height / 2,
  );
}

// The cause: between two balls a tag stood as near to the wrong one.
test("what is said of a ball is nearer to it than to any other, wherever that lies ahead of it", () => {
  const { kit, parts } = recordingKit();
  const tags = new ReplayTags(kit, 2, "1st");
  const own: Lying = { ...LIES, x: 300, y: 200 };
  const wrong: number[] = [];
  for (let ahead = BALL_PX; ahead < 3 * BALL_PX; ahead += 4) {
    const other: Lying = { ...LIES, rank: 0, beyond: 0, gapMs: 900, x: own.x + ahead, y: 200 };
    tags.show([own, other], WIDE, BALL_PX, () => 1);
    const [tag] = parts.filter((part) => part.kind === "label" && isSeen(part)).map(textBox);
    if (!tag || gapTo(other, tag) < gapTo(own, tag)) {
      wrong.push(ahead);
    }
  }
  expect(wrong).toEqual([]);
});
