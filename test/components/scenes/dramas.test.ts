import { describe, expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { WHOLE_COURSE } from "../../../components/scenes/bigsixball/course.ts";
import { scene as bigsixball } from "../../../components/scenes/bigsixball/scene.ts";
import { RACE_MS } from "../../../components/scenes/bigsixball/times.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { viewOf } from "./states.ts";

/** The round that the previews show: their fixtures are chosen for it. */
const ROUND = 1_234_567;

/** The outcome of the fixture whose title begins so. */
function outcomeOf<Outcome>(slug: string, title: string): Outcome {
  const fixture = fixtures[slug]?.find((one) => one.title.startsWith(title));
  if (!fixture) {
    throw new Error(`There is no fixture of ${slug} called ${title}.`);
  }
  return fixture.outcome as Outcome;
}

/** All moments of a phase, 20 ms apart. */
const MOMENTS = Array.from({ length: 640 }, (_, i) => i * 20);

describe("dramas of baccarat", () => {
  const poses = (title: string, phase: Phase) => {
    const view = viewOf("baccarat", outcomeOf<BaccaratOutcome>("baccarat", title), phase);
    return MOMENTS.map((ms) => baccarat.pose(view, ms));
  };
  const features = (title: string) => {
    const [reveal, result] = [poses(title, "revealing"), poses(title, "result")];
    const hands = reveal.flatMap((pose) => [pose.hands.player, pose.hands.banker]);
    return {
      rays: hands.some((hand) => hand.burst > 0.9),
      dimming: reveal.some((pose) => (pose.dimming?.depth ?? 0) > 0.5),
      bracket: hands.some((hand) => hand.pair === 1),
      green: result.some((pose) => pose.tie.lit === 1),
    };
  };

  test.each([
    ["Player natural nine", { rays: true, dimming: false, bracket: false, green: false }],
    ["Third-card fight", { rays: false, dimming: true, bracket: false, green: false }],
    ["Tie on six", { rays: false, dimming: false, bracket: false, green: true }],
    ["Third card, aces paired", { rays: false, dimming: true, bracket: true, green: false }],
    ["Plain win", { rays: false, dimming: false, bracket: false, green: false }],
  ])("%s looks like no other", (title, seen) => {
    expect(features(title)).toEqual(seen);
  });

  test("four cards are turned one by one, and a lone third card takes its time", () => {
    const opened = (title: string) => {
      const view = viewOf("baccarat", outcomeOf<BaccaratOutcome>("baccarat", title), "revealing");
      const { player, banker } = baccarat.pose(view, 2_550).hands;
      return [...player.cards, ...banker.cards].filter((card) => card.turn === 1).length;
    };
    expect(opened("Player natural nine")).toBe(2);
    expect(opened("Third card, aces")).toBe(4);
    const steps = (title: string, of: (pose: ReturnType<typeof baccarat.pose>) => number) =>
      poses(title, "revealing").filter((pose) => of(pose) > 0 && of(pose) < 1).length;
    const third = steps("Third card, aces", (pose) => pose.hands.player.cards[2].turn);
    const first = steps("Third card, aces", (pose) => pose.hands.player.cards[0].turn);
    expect(third).toBeGreaterThan(first * 2.5);
  });

  test("only the place of the third card stays lit while it is turned", () => {
    for (const { dimming, hands } of poses("Third-card fight", "revealing")) {
      const { turn } = hands[dimming?.hand ?? "player"].cards[2];
      expect(dimming === null && turn > 0.05 && turn < 0.95).toBe(false);
    }
  });
});

describe("dramas of dragon tiger", () => {
  const view = (title: string, phase: Phase) =>
    viewOf("dragontiger", outcomeOf<DragonTigerOutcome>("dragontiger", title), phase);
  const features = (title: string) => {
    const { flood, burst, link, tie } = dragontiger.pose(view(title, "result"), 9_000);
    return [flood, burst, link].map((value) => value > 0).concat(tie);
  };

  test("every kind of end has features of its own", () => {
    const kinds = ["Landslide: dragon", "Close call: tiger", "Tie", "Suited tie", "Plain win"];
    const seen = kinds.map((kind) => features(kind).join());
    expect(new Set(seen).size).toBe(kinds.length);
    expect(features("Plain win")).toEqual([false, false, false, false]);
  });

  test("the card that decides a close call is squeezed, the one of a landslide is snapped over", () => {
    const begins = (title: string) =>
      MOMENTS.find((ms) => dragontiger.pose(view(title, "revealing"), ms).cards.tiger.turn > 0) ??
      0;
    // The longest wait is before the snap.
    expect(begins("Landslide")).toBeGreaterThan(begins("Plain win") + 400);
    expect(begins("Close call")).toBeLessThan(begins("Plain win"));
    const turning = (title: string) =>
      MOMENTS.map((ms) => dragontiger.pose(view(title, "revealing"), ms).cards.tiger).filter(
        ({ turn }) => turn > 0 && turn < 1,
      );
    expect(turning("Close call").length).toBeGreaterThan(turning("Landslide").length * 3);
    // Only the pips show what decides, until the card is out.
    expect(turning("Close call").filter(({ secret }) => secret).length).toBeGreaterThan(50);
    expect(turning("Plain win").some(({ secret }) => secret)).toBe(false);
  });

  test("the kind does not show before the result", () => {
    for (const ms of MOMENTS) {
      expect(dragontiger.pose(view("Landslide", "revealing"), ms).drama).toBe("none");
    }
  });
});

/** A fixture of each kind of race. */
const STORIES = ["Photo finish: city", "Runaway: rovers", "From last to first", "Battle"];

describe("dramas of big six ball", () => {
  const poses = (title: string) => {
    const outcome = outcomeOf<BigSixBallOutcome>("bigsixball", title);
    const view = viewOf("bigsixball", outcome, "revealing", ROUND);
    return MOMENTS.map((ms) => bigsixball.pose(view, ms));
  };
  const features = (title: string) => {
    const all = poses(title);
    return {
      photo: all.some((pose) => pose.photo === 1),
      dimming: all.some((pose) => pose.dimming > 0.4),
      trail: all.some((pose) => pose.balls.some((ball) => ball.trail === 1)),
    };
  };

  test.each([
    ["Photo finish: city", { photo: true, dimming: true, trail: false }],
    ["Runaway: rovers", { photo: false, dimming: false, trail: true }],
    ["From last to first", { photo: false, dimming: false, trail: true }],
    ["Battle", { photo: false, dimming: false, trail: false }],
  ])("%s has its own light", (title, seen) => {
    expect(features(title)).toEqual(seen);
  });

  test("the lamp and the camera go with the leader, and the camera stays with the line", () => {
    const going = poses("Runaway: rovers").filter(
      (_, i) => (MOMENTS[i] ?? 0) > RACE_MS.launchAt + RACE_MS.list,
    );
    for (const { crowd, camera, balls } of going) {
      const lead = Math.min(1, Math.max(...balls.map((ball) => ball.at)));
      expect(crowd.along).toBeCloseTo(lead, 9);
      expect(Math.abs(camera.along - lead)).toBeLessThan(0.08);
    }
  });

  test.each(STORIES)("the camera never jumps: %s", (title) => {
    const cameras = poses(title).map(({ camera }) => camera);
    expect(cameras[0]).toEqual(WHOLE_COURSE);
    const everyMs = (MOMENTS[1] ?? 0) - (MOMENTS[0] ?? 0);
    cameras.slice(1).forEach((camera, i) => {
      for (const part of ["zoom", "push", "close", "clear", "along"] as const) {
        const moved = Math.abs(camera[part] - (cameras[i]?.[part] ?? 0));
        expect(moved).toBeLessThan(everyMs / 400);
      }
    });
  });
});
