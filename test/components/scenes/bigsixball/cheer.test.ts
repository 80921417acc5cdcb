import { expect, test } from "vitest";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { Cheer } from "../../../../components/scenes/bigsixball/paint/cheer.ts";
import { Foil } from "../../../../components/scenes/bigsixball/paint/foil.ts";
import { Sweep } from "../../../../components/scenes/bigsixball/paint/sweep.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { RaceTable } from "../../../../components/scenes/bigsixball/table.ts";
import { PODIUM_MS, podiumMs } from "../../../../components/scenes/bigsixball/times.ts";
import type { Size } from "../../../../components/stage/kit.ts";
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
  const seenAt = (standing: number, seconds: number) => {
    cheer.show(1, standing, seconds, "#cc2233");
    return parts.filter(isSeen).map(({ at }) => ({ ...at }));
  };
  const [now, then] = [seenAt(3, 1), seenAt(3, 1.1)];
  expect(now.every((at, i) => at.y !== then[i]?.y)).toBe(true);
  // They do so while nobody stands on the podium yet, and one set of flags falls before the other rises.
  const early = seenAt(0, 1);
  expect(early).toHaveLength(now.length);
  expect(early.every((at, i) => at.y !== seenAt(0, 1.1)[i]?.y)).toBe(true);
  expect(seenAt(2, 1).length).toBeLessThan(now.length);
  // They stay below the list, and none of their blocks is lifted off the floor.
  expect(now.every(({ y }) => y > size.height * 0.2 && y < size.height)).toBe(true);
  expect(seenAt(3, 1)).toEqual(now);
});

// It fell all over the picture, and little of it where the winner stood.
test.each(BOXES)("most paper falls around the winner, in $width x $height", (size) => {
  const { kit, parts } = recordingKit();
  const foil = new Foil(kit);
  foil.fit(size);
  const on = { x: size.width / 2, y: size.height * 0.5, diameter: 60, depth: 1 };
  let [near, all] = [0, 0];
  for (let seconds = 0.5; seconds < 4; seconds += 0.1) {
    foil.show(seconds, 1, on, "#cc2233");
    for (const { at } of parts.filter((part) => part.kind === "picture" && isSeen(part))) {
      all += 1;
      near += Math.abs(at.x - on.x) < size.width * 0.2 ? 1 : 0;
    }
  }
  expect(all).toBeGreaterThan(100);
  expect(near / all).toBeGreaterThan(0.6);
});

// The cause: what had burst from behind the winner was gone after two seconds, and little moved from then on.
test.each(BOXES)(
  "paper falls and light wanders until the podium goes, in $width x $height",
  (size) => {
    const { kit, parts } = recordingKit();
    const [foil, sweep] = [new Foil(kit), new Sweep(kit)];
    foil.fit(size);
    sweep.fit(size, size.height * 0.75);
    const on = { x: size.width / 2, y: size.height * 0.5, diameter: 60, depth: 1 };
    const seenAt = (seconds: number, lit = 1) => {
      foil.show(seconds, lit, on, "#cc2233");
      sweep.show(seconds, lit, on);
      const seen = parts.filter(isSeen);
      const beams = seen.filter(({ kind, at }) => kind === "light" && (at.depth ?? 0) === 0);
      return {
        fall: seen.filter(({ kind }) => kind === "picture").length,
        beams: beams.map(({ at }) => ({ ...at })),
      };
    };
    const { from, until } = {
      from: 2.4,
      until: (PODIUM_MS.phase + PODIUM_MS.sinkAt - PODIUM_MS.at - PODIUM_MS.raysAt) / 1000,
    };
    for (let seconds = from; seconds < until; seconds += 0.1) {
      expect(seenAt(seconds).fall).toBeGreaterThan(8);
      const [now, then] = [seenAt(seconds).beams, seenAt(seconds + 0.1).beams];
      expect(now).toHaveLength(2);
      expect(now.every(({ angle }, i) => angle !== then[i]?.angle)).toBe(true);
      // Towards the podium: neither of them lights the floor at its own mast.
      expect(now.every(({ x }) => x > size.width * 0.1 && x < size.width * 0.9)).toBe(true);
    }
    expect(seenAt(3, 0)).toEqual({ fall: 0, beams: [] });
  },
);

/** What is painted of a flag: the colours of its cloth. */
function clothsAt(standing: number, winner: string): string[] {
  const { kit } = recordingKit();
  const cloths: string[] = [];
  const fold = { addColorStop: (_: number, colour: string) => cloths.push(colour) };
  const context = new Proxy({}, { get: () => () => fold, set: () => true });
  const picture = () => ({
    ...kit.picture(),
    paint: (size: Size, paint: (context: CanvasRenderingContext2D, size: Size) => void) =>
      paint(context as CanvasRenderingContext2D, size),
  });
  const cheer = new Cheer({ ...kit, look: kit.look, picture: picture as typeof kit.picture });
  cheer.fit({ width: 830, height: 440 }, 330);
  cheer.show(1, standing, 1, winner);
  return cloths;
}

test("flags of all teams are waved until the winner comes to stand, and say nothing of who that is", () => {
  expect(clothsAt(0, "#cc2233")).toEqual(clothsAt(0, "#2233cc"));
  expect(clothsAt(2, "#cc2233")).toEqual(clothsAt(0, "#2233cc"));
  expect(new Set(clothsAt(0, "#cc2233")).size).toBeGreaterThan(10);
  expect(clothsAt(3, "#cc2233")).not.toEqual(clothsAt(3, "#2233cc"));
});

// The cause: for half a second after the cut to the podium nothing was seen but a dark stand and one ball.
test.each([6, 9])(
  "something goes on in each tenth of a second up to the winner's name, round %i",
  (round) => {
    const size = { width: 830, height: 440 };
    const view = viewOf("bigsixball", outcome, "result", round);
    const { kit, parts } = recordingKit();
    const table = scene.build(kit, view) as RaceTable;
    table.resize(size);
    const added = extras.build(kit, view, table);
    added.resize(size);
    const seenAt = (ms: number) => {
      const pose = scene.pose(view, ms);
      table.show(pose);
      added.show(extras.pose(view, ms, pose, (at) => scene.pose(view, at)));
      return parts.map((part) => (isSeen(part) ? { ...part.at } : null));
    };
    const sooner = podiumMs(view, 0);
    const fromMs = PODIUM_MS.at - sooner;
    let before = seenAt(fromMs);
    // The podium is up as it is cut to.
    expect(scene.pose(view, fromMs).podium).toBeGreaterThan(0.85);
    for (let ms = fromMs + 100; ms <= PODIUM_MS.namedAt - sooner + 500; ms += 100) {
      const now = seenAt(ms);
      const moved = now.filter((at, i) => {
        const was = before[i];
        return at && was && Math.hypot(at.x - was.x, at.y - was.y) > 0.5;
      });
      expect([ms, moved.length > 12]).toEqual([ms, true]);
      before = now;
    }
  },
);
