import { describe, expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { AT_GATES } from "../../../components/scenes/bigsixball/course.ts";
import { scene as bigsixball } from "../../../components/scenes/bigsixball/scene.ts";
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
      thirds: hands.some((hand) => hand.cards[2].turn === 1),
      bracket: hands.some((hand) => hand.pair === 1),
      green: result.some((pose) => pose.tie.lit === 1),
    };
  };

  test.each([
    ["Player natural nine", { rays: true, thirds: false, bracket: false, green: false }],
    ["Third-card fight", { rays: false, thirds: true, bracket: false, green: false }],
    ["Tie on six", { rays: false, thirds: false, bracket: false, green: true }],
    ["Third card, aces paired", { rays: false, thirds: true, bracket: true, green: false }],
    ["Plain win", { rays: false, thirds: false, bracket: false, green: false }],
  ])("%s looks like no other", (title, seen) => {
    expect(features(title)).toEqual(seen);
  });

  test.each(fixtures["baccarat"]?.map(({ title }) => title) ?? [])(
    "only the card that is squeezed stays lit while it is: %s",
    (title) => {
      for (const { dimming, hands } of poses(title, "revealing")) {
        const all = [...hands.player.cards, ...hands.banker.cards];
        const squeezed = all.find(({ secret, turn }) => secret && turn > 0.05);
        const { hand, slot } = dimming?.to ?? { hand: "player", slot: 0 };
        expect(squeezed !== undefined && hands[hand].cards[slot] !== squeezed).toBe(false);
        expect(squeezed !== undefined && (dimming?.depth ?? 0) === 0).toBe(false);
      }
    },
  );
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

  test.each(["Close call", "Landslide", "Plain win", "Suited tie"])(
    "the card that decides shows only its pips until it is out: %s",
    (title) => {
      const turning = MOMENTS.map(
        (ms) => dragontiger.pose(view(title, "revealing"), ms).cards.tiger,
      ).filter(({ turn }) => turn > 0 && turn < 1);
      expect(turning.filter(({ secret }) => secret).length).toBeGreaterThan(turning.length * 0.8);
    },
  );

  test("the kind does not show before the result", () => {
    for (const ms of MOMENTS) {
      expect(dragontiger.pose(view("Landslide", "revealing"), ms).drama).toBe("none");
    }
  });
});

/** A fixture of each kind of race. */
const STORIES = ["Photo finish: city", "Runaway: rovers", "From last to first", "Battle"];

describe("dramas of big six ball", () => {
  const viewed = (title: string, phase: Phase) =>
    viewOf("bigsixball", outcomeOf<BigSixBallOutcome>("bigsixball", title), phase, ROUND);
  const poses = (title: string, phase: Phase) => {
    const view = viewed(title, phase);
    return MOMENTS.map((ms) => bigsixball.pose(view, ms * 1.25));
  };

  test.each([
    ["Photo finish: city", "photo"],
    ["Runaway: rovers", "runaway"],
    ["From last to first", "comeback"],
    ["Battle", "battle"],
  ])("%s is called what it was once its replay was seen, and nothing before", (title, story) => {
    expect(poses(title, "revealing").every(({ drama }) => drama === "none")).toBe(true);
    const result = poses(title, "result");
    const told = result.filter((pose) => pose.story > 0);
    expect(told.length).toBeGreaterThan(10);
    expect(new Set(told.map(({ drama }) => drama))).toEqual(new Set([story]));
    const { board, state } = viewed(title, "result");
    const [replayedUntilMs = 0] = board.tells?.(state) ?? [];
    const saidFrom = (replayedUntilMs - 500) / 25;
    expect(result.findIndex((pose) => pose.story > 0)).toBeGreaterThan(saidFrom - 1);
  });

  test.each(STORIES)("the camera never jumps while it is looked at: %s", (title) => {
    const cameras = poses(title, "revealing").map(({ camera }) => camera);
    // At the gates it does not follow the balls.
    expect({ ...cameras[0], balls: AT_GATES.balls }).toEqual(AT_GATES);
    const everyMs = 1.25 * ((MOMENTS[1] ?? 0) - (MOMENTS[0] ?? 0));
    cameras.slice(1).forEach((camera, i) => {
      const before = cameras[i] ?? camera;
      for (const part of ["gates", "bowl", "line", "close", "whole"] as const) {
        expect(Math.abs(camera[part] - before[part])).toBeLessThan(everyMs / 250);
      }
      // In widths: never faster than the balls that it goes with by much.
      const moved = Math.hypot(camera.x - before.x, camera.y - before.y);
      expect(moved).toBeLessThan(everyMs / 25);
    });
  });
});
