import { expect, test } from "vitest";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { tagPlace } from "../../../../components/scenes/bigsixball/leader-tag.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { RaceTable } from "../../../../components/scenes/bigsixball/table.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { times } from "../../../support/effort.ts";
import { BOXES } from "../boxes.ts";
import { isSeen, overlap, recordingKit, textBox } from "../recording-kit.ts";
import type { Recorded } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

const outcome = fixtures["bigsixball"]?.[0]?.outcome as BigSixBallOutcome;

const ballBox = ({ at, fitPx }: Recorded) => {
  const px = fitPx * (Array.isArray(at.scale) ? at.scale[0] : ((at.scale as number) ?? 1));
  return { x: at.x, y: at.y, width: px * 0.8, height: px * 0.8 };
};

/** What is seen of a race at each of some moments. */
function* framesOf(round: number, size: { width: number; height: number }, everyMs: number) {
  const view = viewOf("bigsixball", outcome, "revealing", round);
  const { kit, parts } = recordingKit();
  const table = scene.build(kit, view) as RaceTable;
  table.resize(size);
  const built = extras.build(kit, view, table);
  built.resize(size);
  const names = new Set<string>(Object.values(view.words.sides));
  for (let ms = 3_600; ms < 16_000; ms += everyMs) {
    const pose = scene.pose(view, ms);
    table.show(pose);
    built.show(extras.pose(view, ms, pose, (at) => scene.pose(view, at)));
    // Of the two names of the leader one is on the list.
    const foot = table.layout.list.foot;
    const tags = parts.filter((part) => isSeen(part) && names.has(part.text) && part.at.y > foot);
    const balls = parts.filter((part) => part.kind === "ball" && isSeen(part) && part.at.y > foot);
    const first = pose.balls.findIndex(({ row }) => row === 0);
    yield {
      ms,
      pose,
      seen: tags.map(({ text, at }) => `${text} ${at.alpha}`),
      tags,
      balls,
      leader: table.words[first],
    };
  }
}

test.each(BOXES)(
  "in $width x $height the name of whoever leads is whole, and lies over no ball",
  (size) => {
    let [frames, covered] = [0, 0];
    for (let round = 1; round <= times(3, 12); round++) {
      for (const { ms, tags, balls } of framesOf(round * 7, size, 100)) {
        for (const box of tags.map(textBox)) {
          frames += 1;
          covered += balls.some((ball) => overlap(box, ballBox(ball))) ? 1 : 0;
          const at = [ms, box.x - box.width / 2 >= 0, box.x + box.width / 2 <= size.width];
          expect([...at, box.y + box.height / 2 <= size.height]).toEqual([ms, true, true, true]);
        }
      }
    }
    expect(frames).toBeGreaterThan(150);
    // Where six balls leave a box of this size no room, it lies over the edge of one.
    expect(covered / frames).toBeLessThan(0.06);
  },
);

// It faded away for two tenths of a second, and another one came: there was no name when it mattered most.
test("is there at every change of the lead, at once", () => {
  let changes = 0;
  for (let round = 1; round <= 6; round++) {
    let before = "";
    const all = [...framesOf(round * 7, BOXES[0], 20)];
    const running = all.filter(
      ({ pose: { ranked, balls } }) => ranked === 1 && balls.every(({ at }) => at < 0.9),
    );
    for (const { ms, seen, leader } of running) {
      expect([ms, ...seen]).toEqual([ms, `${leader} 1`]);
      changes += before === leader ? 0 : 1;
      before = leader ?? "";
    }
  }
  expect(changes).toBeGreaterThan(12);
});

test("lies ahead of a ball, and where that leaves the picture it goes below", () => {
  const edges = { left: 0, right: 300, top: 20, foot: 200 };
  const tag = { width: 60, height: 16, radius: 15 };
  const right = { x: 1, y: 0 };
  expect(tagPlace({ x: 100, y: 100, to: right }, [], tag, edges)).toEqual({ x: 150, y: 100 });
  const below = tagPlace({ x: 270, y: 100, to: right }, [], tag, edges);
  expect(below.y).toBe(128);
  // Or above, where one is below.
  const above = tagPlace({ x: 270, y: 100, to: right }, [{ x: 255, y: 135 }], tag, edges);
  expect(above.y).toBe(72);
});
