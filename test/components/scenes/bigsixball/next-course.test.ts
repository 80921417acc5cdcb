import { expect, test } from "vitest";
import { courseOf } from "../../../../components/scenes/bigsixball/courses.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { bigsixball } from "../../../../src/games/bigsixball/game.ts";
import { viewOf } from "../states.ts";

const ROUND = 7;
const outcome = bigsixball.deal({ below: () => 0 });

/** What is seen every 20 ms from the start of the result until the balls are back at the gate. */
const seen = (["result", "waiting"] as const).flatMap((phase) =>
  Array.from({ length: phase === "result" ? 300 : 150 }, (_, i) =>
    scene.pose(viewOf("bigsixball", outcome, phase, ROUND), i * 20),
  ),
);

test("the next course is laid where nobody sees it, a second before it is seen", () => {
  const nth = seen.findIndex(({ course }, i) => i > 0 && course !== seen[i - 1]?.course);
  expect(seen[nth]).toMatchObject({ course: courseOf(ROUND + 1), veil: 1 });
  const after = seen.slice(nth);
  expect(new Set(after.map(({ course }) => course))).toEqual(new Set([courseOf(ROUND + 1)]));
  expect(after.findIndex(({ veil }) => veil < 1) * 20).toBeGreaterThan(1_000);
});
