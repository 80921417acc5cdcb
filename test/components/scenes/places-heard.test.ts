import { describe, expect, test } from "vitest";
import { sceneCues } from "../../../components/sound/scene-cues.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { PHASES } from "../../../src/round/phases.ts";
import { audibleScene } from "../sound/soundtrack-in-test.ts";
import { betsWon, viewOf } from "./states.ts";

/** What a table shows of a round in each phase, with bets on its winner. */
function played(slug: string, outcome: unknown): Play[] {
  const { result = "" } = viewOf(slug, outcome, "result").state as { result?: string };
  return PHASES.map((phase) => ({
    ...viewOf(slug, outcome, phase),
    revealMs: 9_000,
    resultMs: 4_000,
    bets: betsWon(result, 4, 100),
  }));
}

describe.each([
  ["dragontiger", { dragon: "left", tiger: "right" }],
  ["baccarat", { player: "left", banker: "right" }],
] as const)("where things are heard at a table of %s", (slug, sides) => {
  const scene = audibleScene(slug);

  test("cards are heard at the side that they are dealt to, and chips where they are paid", () => {
    const places = new Set<string>();
    const paid = new Set<string>();
    for (const { outcome } of fixtures[slug] ?? []) {
      for (const view of played(slug, outcome)) {
        const { result = "" } = view.state as { result?: string };
        for (const { sound, pan } of sceneCues(scene, view, -1, 9_000)) {
          const side = pan === 0 ? "middle" : pan < 0 ? "left" : "right";
          if (sound === "land") {
            places.add(side);
          } else if (sound === "chips" && side !== "middle") {
            paid.add(`${result} ${side}`);
          }
        }
        for (const { id, pan } of scene.heard(scene.pose(view, 8_900)).moving) {
          const side = Object.entries(sides).find(([name]) => id.startsWith(name))?.[1];
          expect(Math.sign(pan)).toBe(side === "left" ? -1 : 1);
        }
      }
    }
    expect([...places].toSorted()).toEqual(["left", "right"]);
    expect([...paid].toSorted()).toEqual(
      Object.entries(sides)
        .map(([name, side]) => `${name} ${side}`)
        .toSorted(),
    );
  });
});

describe("the crowd of a race", () => {
  const scene = audibleScene("bigsixball");
  const MS = 16_000;

  /** What is heard and seen of a reveal, twenty times a second. */
  const moments = (fixtures["bigsixball"] ?? []).flatMap(({ outcome }, i) => {
    const view = { ...viewOf("bigsixball", outcome, "revealing", 100 + i), revealMs: MS } as Play;
    return Array.from({ length: MS / 50 }, (_, step) => {
      const pose = scene.pose(view, step * 50) as { balls: readonly { at: number }[] };
      const [first = 0, second = 0] = pose.balls.map(({ at }) => at).toSorted((a, b) => b - a);
      return { first, gap: first - second, crowd: scene.heard(pose).lasting?.crowd ?? 0 };
    });
  });

  test("is the louder, the nearer the leaders are to the line", () => {
    const loudest = (from: number, to: number) =>
      Math.max(...moments.filter((m) => m.first > from && m.first < to).map((m) => m.crowd));
    expect(loudest(0.9, 1)).toBeGreaterThan(loudest(0.5, 0.6));
    expect(loudest(0.5, 0.6)).toBeGreaterThan(loudest(0.1, 0.2));
  });

  test("and the closer they are to each other", () => {
    const near = moments.filter(({ first }) => first > 0.8 && first < 1);
    const meanOf = (some: typeof near) => some.reduce((sum, m) => sum + m.crowd, 0) / some.length;
    const close = near.filter(({ gap }) => gap < 0.006);
    const clear = near.filter(({ gap }) => gap > 0.025);
    expect(close.length).toBeGreaterThan(0);
    expect(clear.length).toBeGreaterThan(0);
    expect(meanOf(close)).toBeGreaterThan(2 * meanOf(clear));
  });
});
