import { expect, test } from "vitest";
import { betMarks } from "../../../../components/scenes/bigsixball/bet-marks.ts";
import { extras, placesIn } from "../../../../components/scenes/bigsixball/bets.ts";
import { AT_GATES, courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import type { BallShown, RaceShown } from "../../../../components/scenes/bigsixball/race-shown.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { RaceTable } from "../../../../components/scenes/bigsixball/table.ts";
import { PODIUM_MS, RACE_MS } from "../../../../components/scenes/bigsixball/times.ts";
import type { BetsShown, Pile } from "../../../../components/stage/bets/shown.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { BOXES } from "../boxes.ts";
import { isSeen, recordingKit } from "../recording-kit.ts";
import type { Recorded } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

const pile: Pile = { chips: 4, before: 4, sinceMs: 0 };
const bets: BetsShown = {
  settledMs: null,
  spots: [
    {
      name: "winner:city",
      total: pile,
      own: pile,
      share: "61%",
      stake: "20",
      told: [],
      isPaid: false,
      isGain: false,
      hasWon: false,
    },
  ],
};

// With small balls, words lie far ahead of the gate: the race went over them.
test.each(BOXES)(
  "in $width x $height bets are seen at the gates, and go before the lanes are drawn",
  (size) => {
    const outcome = fixtures["bigsixball"]?.[1]?.outcome as BigSixBallOutcome;
    const play = (phase: Phase): Play<BigSixBallOutcome> => ({
      ...viewOf("bigsixball", outcome, phase),
      bets,
    });
    const { kit, parts } = recordingKit();
    const drawing = scene.build(kit, play("betting")) as RaceTable;
    drawing.resize(size);
    const from = parts.length;
    const built = extras.build(kit, play("betting"), drawing);
    built.resize(size);
    const seen = (phase: Phase, ms: number) => {
      const view = play(phase);
      const pose = scene.pose(view, ms);
      drawing.show(pose);
      built.show(extras.pose(view, ms, pose, (at) => scene.pose(view, at)));
      // All of them are in the group that is made first.
      const group = parts[from];
      return group !== undefined && isSeen(group);
    };
    expect(seen("betting", 9_000)).toBe(true);
    expect(seen("revealing", 60)).toBe(true);
    expect(seen("revealing", RACE_MS.lineUpAt)).toBe(false);
    // They lay beside other balls than those that they were on.
    for (const ms of [400, 1_000, 2_600, 6_000]) {
      expect([ms, seen("revealing", ms)]).toEqual([ms, false]);
    }
  },
);

test("a ring goes on the floor beneath each ball that the player has bet on, and a chip stands at it on the list", () => {
  const size = { width: 830, height: 375 };
  const outcome = fixtures["bigsixball"]?.[1]?.outcome as BigSixBallOutcome;
  const [own] = bets.spots;
  const told = (name: string, chips: number): BetsShown => ({
    settledMs: null,
    spots: own ? [{ ...own, name, own: { ...pile, chips } }] : [],
  });
  const { kit, parts } = recordingKit();
  const play = (phase: Phase) => viewOf("bigsixball", outcome, phase) as Play<BigSixBallOutcome>;
  const drawing = scene.build(kit, play("betting")) as RaceTable;
  drawing.resize(size);
  const from = parts.length;
  const marks = betMarks.build(kit, play("betting"), drawing);
  marks.resize(size);
  const seen = (shown: BetsShown | undefined, phase: Phase, ms: number) => {
    const view: Play<BigSixBallOutcome> = { ...play(phase), ...(shown ? { bets: shown } : {}) };
    const race = scene.pose(view, ms);
    drawing.show(race);
    marks.show(betMarks.pose(view, ms, race, (at) => scene.pose(view, at)));
    const all = parts.slice(from).filter((part) => part.kind === "picture" && isSeen(part));
    const isRing = ({ size: { width } }: Recorded) => width > drawing.layout.units.line;
    return { race, chips: all.filter((part) => !isRing(part)), rings: all.filter(isRing) };
  };
  const here = ({ camera }: RaceShown, ball: BallShown) =>
    drawing.layout.seen(drawing.layout.shot(camera), ball);
  for (const ms of [2_600, 6_000, 9_000, 13_000]) {
    const { race, chips, rings } = seen(told("winner city", 4), "revealing", ms);
    const city = race.balls[2];
    const isSeenThere = city !== undefined && city.seen > 0.5;
    expect(rings).toHaveLength(isSeenThere ? 1 : 0);
    const at = here(race, city!);
    for (const ring of rings) {
      // It is around the ball, where that stands on the floor.
      const ballPx = drawing.layout.shot(race.camera).unit;
      const [scale] = [ring.at.scale].flat();
      expect(ring.size.width * (scale ?? 1)).toBeGreaterThan(1.4 * ballPx);
      expect(ring.at.x).toBeCloseTo(at.x);
      expect(ring.at.y - at.y).toBeGreaterThan(0);
      expect(ring.at.y - at.y).toBeLessThan(0.3 * ballPx);
    }
    expect(chips).toHaveLength(race.ranked);
    for (const chip of chips) {
      expect(Math.abs(chip.at.x - drawing.list.chipAt(city!).x)).toBeLessThan(20);
    }
  }
  expect(seen(told("winner city", 4), "result", 4_000).chips).toHaveLength(1);
  for (const shown of [undefined, told("winner city", 0), told("winner nobody", 4)]) {
    expect(seen(shown, "revealing", 9_000)).toMatchObject({ chips: [], rings: [] });
  }
  expect(seen(told("winner city", 4), "betting", 9_000).chips).toEqual([]);
});

// Rings and chips lay on the balls, and took their light and their shadow: they looked flat.
test("nothing that marks a ball of the player's lies over a ball", () => {
  const outcome = fixtures["bigsixball"]?.[1]?.outcome as BigSixBallOutcome;
  const { kit, parts } = recordingKit();
  const size = { width: 830, height: 375 };
  const view = { ...viewOf("bigsixball", outcome, "revealing"), bets };
  const drawing = scene.build(kit, view) as RaceTable;
  drawing.resize(size);
  const under: object[] = [];
  Object.assign(drawing.under, { add: (...nodes: object[]) => void under.push(...nodes) });
  const from = parts.length;
  const marks = betMarks.build(kit, view, drawing);
  marks.resize(size);
  // What is beneath the balls is six rings: the rest is on the list alone.
  expect(under).toHaveLength(6);
  const race = scene.pose(view, 9_000);
  marks.show(betMarks.pose(view, 9_000, race, (at) => scene.pose(view, at)));
  const over = parts.slice(from).filter((part) => part.kind === "picture" && isSeen(part));
  const shot = drawing.layout.shot(race.camera);
  for (const part of over.filter(({ size }) => size.width < drawing.layout.units.line)) {
    for (const ball of race.balls) {
      const { x, y } = drawing.layout.seen(shot, ball);
      expect(Math.hypot(part.at.x - x, part.at.y - y)).toBeGreaterThan(shot.unit);
    }
  }
});

// As at a card table, where lost bets are swept first, it would have been said as the phase is over.
test("what a player gets is said soon after the winner has landed", () => {
  const outcome = fixtures["bigsixball"]?.[1]?.outcome as BigSixBallOutcome;
  const won = { ...bets, settledMs: PODIUM_MS.namedAt };
  const view = { ...viewOf("bigsixball", outcome, "result"), bets: won };
  const restsMs = extras.restsAfterMs?.(view) ?? 0;
  expect(restsMs).toBeGreaterThan(PODIUM_MS.namedAt + 700);
  expect(restsMs).toBeLessThan(PODIUM_MS.namedAt + 1_500);
});

test("on a phone the player reads what he has staked, apart from its share and from last places", () => {
  const size = { width: 390, height: 180 };
  const course = courseLayout(size);
  const { unit } = course.shot(AT_GATES);
  for (const { teams, share, stake, typePx } of placesIn(size)) {
    expect([teams, stake === null]).toEqual([teams, false]);
    // Both end at their place: "100%" and "12.5K".
    expect(share.x - (stake?.x ?? 0)).toBeGreaterThan(typePx * 2.6);
    const formEnd = 9.9 * unit;
    expect((stake?.x ?? 0) - typePx * 3).toBeGreaterThan(formEnd);
  }
});
