import { expect, test } from "vitest";
import { extras } from "../../../../components/scenes/bigsixball/bets.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { RaceTable } from "../../../../components/scenes/bigsixball/table.ts";
import type { BetsShown, Pile } from "../../../../components/stage/bets/shown.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { isSeen, recordingKit } from "../recording-kit.ts";
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
      win: "",
      hasWon: false,
    },
  ],
};

// With small balls, words lie far ahead of the gate: the race went over them.
test.each([
  { width: 830, height: 375 },
  { width: 390, height: 180 },
  { width: 390, height: 380 },
  { width: 320, height: 137 },
])(
  "in $width x $height bets are seen at the gates, and are gone once the race has left",
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
    expect(seen("revealing", 1_000)).toBe(true);
    expect(seen("revealing", 6_000)).toBe(false);
  },
);
