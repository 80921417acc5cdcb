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
  const { chipPx } = look;
  const balls = parts.filter(({ kind }) => kind === "ball");
  const ranks = parts.filter(({ text }) => /^[1-6]$/.test(text)).map(textBox);
  expect(ranks).toHaveLength(BALLS);
  for (const [row, { x, width }] of ranks.entries()) {
    const ball = balls[row];
    expect(x - width / 2 - start).toBeGreaterThan(4.5);
    // "4" before the ball 6 was read as "46"; and it is nearer to its own ball than to the one before.
    const [clear, before] = [(ball?.at.x ?? 0) - (ball?.fitPx ?? 0) / 2, balls[row - 1]];
    expect(clear - x - width / 2).toBeGreaterThan(chipPx * 0.28);
    // The text beside the last one ends before the frame does.
    const { x: from, chipPx: ballPx } = list.chipAt({ row, away: 0 });
    const gapPx = look.names ? 3.3 * Math.max(9, chipPx * 0.5) : 0;
    const ends = look.cells(0).x - look.cellPx / 2 + look.cellPx * BALLS;
    expect(ends - from - ballPx * 0.62 - (row > 0 ? gapPx : 0)).toBeGreaterThan(4);
    const since = before && row > 1 ? x - before.at.x - before.fitPx / 2 : Number.POSITIVE_INFINITY;
    expect(clear - x).toBeLessThan(since);
  }
});

// The page wrote "0,35" and the list "0.35".
test.each([
  ["en", "+0.35", "+0.4"],
  ["vi", "+0,35", "+0,4"],
  ["id", "+0,35", "+0,4"],
  ["th", "+0.35", "+0.4"],
])("gaps are written as the language writes them: %s", (lang, settled, running) => {
  const { kit, parts } = recordingKit();
  const list = new LeaderList(kit, marks, ["A", "B", "C", "D", "E", "F"], lang);
  list.fit(courseLayout({ width: 830, height: 375 }).list);
  const places = marks.map((_, row) => ({ row, away: 0 }));
  const shown = { places, gaps: [0, 35, 37, 38, 40, 41], ranked: 1, light: 1 };
  const texts = () => parts.map(({ text }) => text);
  list.show({ ...shown, settled: true });
  expect(texts()).toContain(settled);
  list.show({ ...shown, settled: false });
  expect(texts()).toContain(running);
});
