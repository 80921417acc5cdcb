import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/baccarat/scene.ts";
import type { BaccaratOutcome } from "../../../../src/games/baccarat/rules.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { isSeen, overlap, recordingKit, textBox } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

/* The cause: a hand with a pair and a natural has two words, and PAIR was written over the name of the tie. */

const BOXES = [
  { width: 830, height: 335 },
  { width: 1_280, height: 560 },
  { width: 390, height: 165 },
  { width: 320, height: 125 },
];

describe.each(BOXES)("the words of a coup in a box of $width x $height", (size) => {
  test.each(fixtures["baccarat"] ?? [])("cover no other word: $title", ({ outcome }) => {
    for (const [phase, ms] of [
      ["revealing", 60_000],
      ["result", 300],
      ["result", 3_000],
    ] as const) {
      const view = viewOf("baccarat", outcome as BaccaratOutcome, phase);
      const { kit, parts } = recordingKit();
      const table = scene.build(kit, view);
      table.resize(size);
      table.show(scene.pose(view, ms));
      const words = parts.filter((part) => part.kind === "label" && part.text && isSeen(part));
      for (const [i, one] of words.entries()) {
        for (const other of words.slice(i + 1)) {
          const texts = `${one.text}, ${other.text}`;
          expect([texts, overlap(textBox(one), textBox(other))]).toEqual([texts, false]);
        }
      }
    }
  });

  test("say PAIR and NATURAL of a hand that has both", () => {
    const natural = fixtures["baccarat"]?.find(({ title }) => title.startsWith("Tie of naturals"));
    const view = viewOf("baccarat", natural?.outcome as BaccaratOutcome, "revealing");
    const { kit, parts } = recordingKit();
    const table = scene.build(kit, view);
    table.resize(size);
    table.show(scene.pose(view, 60_000));
    const words = parts.filter((part) => part.kind === "label" && isSeen(part));
    expect(words.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["PAIR", "NATURAL", "TIE"]),
    );
  });
});
