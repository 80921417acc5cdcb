import { describe, expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { flightOf } from "../../../../components/scenes/bigsixball/podium-flight.ts";
import { Podium } from "../../../../components/scenes/bigsixball/podium.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { PODIUM_MS } from "../../../../components/scenes/bigsixball/times.ts";
import type { Kit } from "../../../../components/stage/kit.ts";
import { clearHeight } from "../../../../components/stage/measures.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { wordsOf } from "../../../../src/i18n/index.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { isSeen, recordingKit } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

/*
 * The cause: the second ball flew behind the plate of the result and through the winner's block, and the names
 * stood on the blocks before anybody did.
 */

const WORDS = ["Rovers", "United", "City", "Wanderers", "Athletic", "Rangers"];
const BOXES = [
  { width: 830, height: 440 },
  { width: 390, height: 180 },
  { width: 390, height: 560 },
  { width: 320, height: 135 },
  { width: 1_280, height: 620 },
];

describe.each(BOXES)("the podium in a box of $width x $height", (size) => {
  const course = courseLayout(size);
  const { kit, parts } = recordingKit();
  const podium = new Podium(kit, WORDS);
  podium.fit(course.podium, size);
  podium.show({ risen: 1, gone: 0 }, 0, []);
  const blocks = parts.filter(({ kind }) => kind === "picture").slice(1);

  test("is leapt onto from beside the picture: nobody flies behind the plate, nor through a block", () => {
    for (const [nth, step] of ([3, 2, 1] as const).entries()) {
      const to = podium.spot(step);
      expect(Math.abs(to.from.x - size.width / 2) - to.from.diameter / 2).toBeGreaterThan(
        size.width / 2 - 1,
      );
      for (let up = 0; up <= 1; up += 0.02) {
        const ball = flightOf(up, to.from, to, to.clearY);
        const radius = ball.diameter / 2;
        expect(ball.y + radius).toBeLessThan(clearHeight(size.height) + 1);
        for (const [i, { at, size: block }] of blocks.entries()) {
          const aside = Math.abs(ball.x - at.x) - block.width / 2;
          const isOwn = i === step - 1;
          const isInside =
            aside < -radius * 0.2 && ball.y + radius > at.y - block.height / 2 + radius * 0.25;
          expect(!isOwn && isInside).toBe(false);
        }
      }
      // Those who stand there already are leapt over, not through.
      expect(nth === 0 || to.clearY < podium.spot(3).y).toBe(true);
    }
  });

  // The cause: the first came over the second's way, both from the left, while that was still in the air.
  test("no two balls on their way to it meet, nor does one go through another that stands", () => {
    const fixture = fixtures["bigsixball"]?.[0];
    const view = viewOf("bigsixball", fixture?.outcome as BigSixBallOutcome, "result");
    for (let ms = PODIUM_MS.at; ms <= PODIUM_MS.phase; ms += 10) {
      const seen = scene.pose(view, ms).balls.flatMap(({ step, up }) => {
        const to = podium.spot(step || 1);
        return step > 0 && up > 0 ? [flightOf(up, to.from, to, to.clearY)] : [];
      });
      for (const [i, one] of seen.entries()) {
        for (const other of seen.slice(0, i)) {
          const apart = Math.hypot(one.x - other.x, one.y - other.y);
          expect([ms, apart >= (one.diameter + other.diameter) * 0.49]).toEqual([ms, true]);
        }
      }
    }
  });

  test("names a ball once it stands on its block, and not before", () => {
    const steps = [1, 2, 3, 0, 0, 0].map((step) => ({ step, titled: step === 3 ? 1 : 0 }));
    podium.show({ risen: 1, gone: 0 }, 0, steps);
    const names = parts.filter((part) => part.kind === "label" && isSeen(part));
    // In a low box the ribbon names the winner, and the blocks nobody.
    expect(["", "City"]).toContain(names.map(({ text }) => text).join());
  });
});

/** A context that paints nothing, and notes at which height text is written. */
function notingContext(): { context: CanvasRenderingContext2D; baselines: number[] } {
  const baselines: number[] = [];
  const gradient = { addColorStop: () => {} };
  const context = new Proxy({} as Record<string, unknown>, {
    get: (own, name) =>
      name === "fillText"
        ? (_: string, __: number, y: number) => baselines.push(y)
        : (own[String(name)] ?? (() => gradient)),
  });
  return { context: context as unknown as CanvasRenderingContext2D, baselines };
}

// Signs of Hangul and Han fill the height of their type, and the number once stood on them.
describe.each(["en", "ko", "ja", "zh-Hans", "zh-Hant", "th"])("on its blocks, in %s,", (lang) => {
  const sides = wordsOf(lang).games["bigsixball"]?.sides ?? {};
  const names = Object.values(sides);

  test.each([...BOXES, { width: 600, height: 600 }, { width: 300, height: 600 }])(
    "the numbers stand clear of the names in a box of $width x $height",
    (size) => {
      const { kit, parts } = recordingKit();
      const paints: (() => number[])[] = [];
      const noting: Kit = {
        ...kit,
        picture: () => {
          const picture = kit.picture();
          const nth = paints.push(() => []) - 1;
          return {
            ...picture,
            paint: (box, paint) => {
              picture.paint(box, paint);
              paints[nth] = () => {
                const { context, baselines } = notingContext();
                paint(context, box);
                return baselines;
              };
            },
          };
        },
      };
      const podium = new Podium(noting, names);
      podium.fit(courseLayout(size).podium, size);
      podium.show(
        { risen: 1, gone: 0 },
        0,
        [1, 2, 3].map((step) => ({ step, titled: 1 })),
      );
      const [blocks, labels] = [
        parts.filter(({ kind }) => kind === "picture").slice(1),
        parts.filter(({ kind }) => kind === "label"),
      ];
      for (const [i, { at, size: block }] of blocks.entries()) {
        // Of the number and its shade.
        const baselines = paints[i + 1]?.() ?? [];
        expect(baselines).toHaveLength(2);
        const label = labels[i];
        const top = (label?.at.y ?? 0) - (label?.textLook?.sizePx ?? 0) / 2;
        const isNamed = label !== undefined && isSeen(label);
        const foot = at.y - block.height / 2 + (baselines[1] ?? 0);
        expect([isNamed, isNamed && foot >= top]).toEqual([isNamed, false]);
      }
    },
  );
});

test.each(fixtures["bigsixball"] ?? [])(
  "no name before a ball has landed: $title",
  ({ outcome }) => {
    const view = viewOf("bigsixball", outcome as BigSixBallOutcome, "result");
    let named = 0;
    for (let ms = 0; ms <= 6_000; ms += 20) {
      const { balls } = scene.pose(view, ms);
      expect(balls.some(({ titled, up }) => titled > 0 && up < 1)).toBe(false);
      named = balls.filter(({ titled }) => titled === 1).length;
    }
    expect(named).toBe(3);
  },
);

// The cause: the winner was named over a podium that nobody stood on, and the name covered its foot as it rose.
test("the winner is named as it lands: the podium stands by then, and the second and the third are on it", () => {
  const fixture = fixtures["bigsixball"]?.[0];
  const view = viewOf("bigsixball", fixture?.outcome as BigSixBallOutcome, "result");
  const at = (ms: number) => scene.pose(view, ms);
  const upOf = (ms: number) =>
    [1, 2, 3].map((rank) => at(ms).balls.find((ball) => ball.rank === rank)?.up ?? 0);
  const { namedAt } = PODIUM_MS;
  expect(at(namedAt).podium).toBe(1);
  expect(upOf(namedAt).slice(1)).toEqual([1, 1]);
  expect(upOf(namedAt)[0]).toBeGreaterThan(0.8);
  expect(upOf(namedAt + 100)).toEqual([1, 1, 1]);
  // Neither does the list tell it before.
  expect([at(namedAt).ranked, at(PODIUM_MS.at + 100).ranked]).toEqual([0, 0]);
  expect(at(namedAt + PODIUM_MS.name).ranked).toBe(1);
});
