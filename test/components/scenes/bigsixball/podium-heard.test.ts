import { describe, expect, test } from "vitest";
import { toPlay } from "../../../../components/element/load-scene.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { sceneCues } from "../../../../components/sound/scene-cues.ts";
import { tableCues } from "../../../../components/sound/table-cues.ts";
import { BETS_MS } from "../../../../components/stage/bets/times.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { winnerSeenMs } from "../../../../src/hud/as-seen.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { previewView } from "../../../../src/previews/preview-view.ts";
import type { TableView } from "../../../../src/table/view.ts";
import { audibleScene } from "../../sound/soundtrack-in-test.ts";
import { betsWon } from "../states.ts";

type View = Parameters<typeof scene.pose>[0];

const ears = audibleScene("bigsixball");
const RESULT_MS = 6_000;

/** The result of one of many races. */
function resultOf(round: number) {
  const outcome = round % (fixtures["bigsixball"]?.length ?? 1);
  const choice = { slug: "bigsixball", phase: "result", elapsedMs: 0, lang: "en" } as const;
  const view = previewView({ ...choice, outcome, round }) as TableView;
  const play = toPlay(view) as View & { state: BigSixBallOutcome };
  return { view, play, story: scene.pose(play, RESULT_MS - 1).drama };
}

const races = Array.from({ length: 400 }, (_, i) => resultOf(i + 1));
const heardIn = (play: View) => sceneCues(ears, play, -1, RESULT_MS);

describe("the end of a race", () => {
  // The cause: the hit was heard 3.7 s before anybody was named, over the start of the replay.
  test("is hit as the winner is named, sooner after a clear win", () => {
    const moments = new Set<number>();
    for (const { view } of races) {
      const [hit, ...others] = tableCues("result", view.times, winnerSeenMs(view));
      expect(others).toEqual([]);
      expect(hit).toMatchObject({ sound: "hit", atMs: winnerSeenMs(view) });
      expect(hit?.atMs).toBeGreaterThan(1_000);
      moments.add(hit?.atMs ?? 0);
    }
    expect(moments.size).toBeGreaterThan(1);
  });

  test("is heard to fly like a comet where the winner came from behind, and nowhere else", () => {
    for (const story of ["comeback", "photo", "none"] as const) {
      const race = races.find((each) => each.story === story);
      if (race === undefined) {
        throw new Error(`There is no ${story} among these races.`);
      }
      const cues = heardIn(race.play);
      const steps = cues.filter(({ sound }) => sound === "step");
      expect(steps).toHaveLength(3);
      const comets = cues.filter(({ sound }) => sound === "finish");
      expect(comets).toHaveLength(story === "comeback" ? 1 : 0);
      expect(comets.every(({ atMs }) => atMs < (steps.at(-1)?.atMs ?? 0))).toBe(true);
    }
  });

  test.each([
    { lie: "some of the player's", chips: 4, heard: 1 },
    { lie: "none", chips: 0, heard: 0 },
  ])("pays with a sound of chips where on what has won lie $lie", ({ chips, heard }) => {
    const [race] = races;
    const settledMs = race ? winnerSeenMs(race.view) : 0;
    const play = { ...race?.play, bets: betsWon("win", chips, settledMs) } as View;
    const paid = heardIn(play).filter(({ sound }) => sound === "chips");
    expect(paid.map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: heard }, () => settledMs + BETS_MS.paidAt),
    );
  });
});
