import { expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { LeaderList } from "../../../../components/scenes/bigsixball/leader-list.ts";
import { BOXES } from "../boxes.ts";
import { recordingKit, textBox } from "../recording-kit.ts";

const BALLS = 6;
const marks = Array.from({ length: BALLS }, (_, i) => ({
  letter: String(i + 1),
  fill: "#fff",
  ink: "#000",
  pattern: i,
}));

// The cause: on phones the number of the first touched the frame around it.
test.each(BOXES)("in $width x $height no rank touches the frame or a ball of the list", (size) => {
  const { kit, parts } = recordingKit();
  const list = new LeaderList(kit, marks, ["Wanderers", "B", "C", "D", "E", "F"]);
  const look = courseLayout(size).list;
  list.fit(look);
  const places = marks.map((_, row) => ({ row, away: 0 }));
  list.show({ places, gaps: marks.map(() => 0), settled: false, ranked: 1, light: 1 });
  const start = look.cells(0).x - look.cellPx / 2;
  const balls = parts.filter(({ kind }) => kind === "ball");
  const ranks = parts.filter(({ text }) => /^[1-6]$/.test(text)).map(textBox);
  expect(ranks).toHaveLength(BALLS);
  for (const [row, { x, width }] of ranks.entries()) {
    const ball = balls[row];
    expect(x - width / 2 - start).toBeGreaterThan(4.5);
    expect(x + width / 2).toBeLessThan((ball?.at.x ?? 0) - (ball?.fitPx ?? 0) / 2);
  }
});
