import { expect, test } from "vitest";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { Cheer } from "../../../../components/scenes/bigsixball/paint/cheer.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { PODIUM_MS } from "../../../../components/scenes/bigsixball/times.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { BOXES } from "../boxes.ts";
import { isSeen, recordingKit } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

const outcome = fixtures["bigsixball"]?.[0]?.outcome as BigSixBallOutcome;

/** For how long fans have cheered a time into a phase, in seconds. */
function cheeredAt(phase: Phase, ms: number): number {
  const view = viewOf("bigsixball", outcome, phase);
  const [more] = extras.pose(view, ms, scene.pose(view, ms), (at) => scene.pose(view, at));
  return more.cheerS;
}

test("the crowd cheers from the podium on until it is rolled away, and no phase begins anew", () => {
  expect(cheeredAt("revealing", 15_900)).toBe(0);
  expect(cheeredAt("result", PODIUM_MS.at)).toBe(0);
  expect(cheeredAt("result", PODIUM_MS.phase)).toBe((PODIUM_MS.phase - PODIUM_MS.at) / 1000);
  expect(cheeredAt("waiting", 0)).toBe(cheeredAt("result", 60_000));
  expect(cheeredAt("waiting", 1_000)).toBeGreaterThan(cheeredAt("waiting", 500));
  // Nobody sees them then: no frame is drawn for them.
  expect(cheeredAt("waiting", 60_000)).toBe(cheeredAt("waiting", 5_000));
});

test.each(BOXES)("fans leap and wave, one block after another, in $width x $height", (size) => {
  const { kit, parts } = recordingKit();
  const cheer = new Cheer(kit);
  const foot = size.height * 0.75;
  cheer.fit(size, foot);
  const seenAt = (cheered: number, seconds: number) => {
    cheer.show(1, cheered, seconds, "#cc2233");
    return parts.filter(isSeen).map(({ at }) => ({ ...at }));
  };
  // No flag is up, and nobody leaps, while nobody stands on the podium.
  const calm = seenAt(0, 0.4);
  expect(calm).toEqual(seenAt(0, 0.9));
  const [now, then] = [seenAt(1, 1), seenAt(1, 1.1)];
  expect(now.length).toBeGreaterThan(calm.length);
  expect(now.every((at, i) => at.y !== then[i]?.y)).toBe(true);
  // They stay below the list, and none of their blocks is lifted off the floor.
  expect(now.every(({ y }) => y > size.height * 0.2 && y < size.height)).toBe(true);
  expect(seenAt(1, 1)).toEqual(now);
});
