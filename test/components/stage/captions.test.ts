import { expect, test } from "vitest";
import { layout } from "../../../components/scenes/dragontiger/layout.ts";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import { fitFraming } from "../../../components/stage/plates.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { makeCaptions } from "../../../components/stage/table/table-captions.ts";
import { viewOf } from "../scenes/states.ts";

const DEAL = {
  dragon: { suit: "S", value: "4" },
  tiger: { suit: "H", value: "9" },
  result: "tiger",
} as const;

/** The visible lines of the captions while Tiger's card is squeezed. */
function linesIn(size: { width: number; height: number }): string[] {
  const lines: { text: string; alpha: number }[] = [];
  const node = () => ({ add() {}, place() {}, paint() {} });
  const tools = {
    group: node,
    picture: node,
    widthOf: () => 80,
    label() {
      const line = { text: "", alpha: 0 };
      lines.push(line);
      return {
        write: (text: string) => (line.text = text),
        place: ({ alpha }: { alpha: number }) => (line.alpha = alpha),
      };
    },
  };
  const view = viewOf<typeof DEAL>("dragontiger", DEAL, "revealing") as unknown as Play<never>;
  const times = Array.from({ length: 90 }, (_, i) => i * 100);
  const pose = times
    .map((ms) => scene.pose(view, ms))
    .find(({ shot, winningValues }) => shot === "squeeze" && winningValues.length > 0);
  const captions = makeCaptions(tools as never, view, layout);
  const framing = fitFraming(size, layout.focus.squeeze);
  captions.show(pose as never, size, "squeeze", framing, layout.plates["squeeze"]?.matrix ?? []);
  return lines.filter(({ alpha }) => alpha > 0).map(({ text }) => text);
}

// Cause: on small phones, two captions covered most of the squeezed card.
test("a small table names only sides that can still win beside a squeezed card, a larger one both hands too", () => {
  const small = linesIn({ width: 320, height: 137 });
  expect(small.join()).toMatch(/^Tiger {2}/);
  expect(small.join()).not.toMatch(/wins|–$|\?/);
  expect(linesIn({ width: 830, height: 375 })).toContainEqual(expect.stringMatching(/^Tiger wins/));
  expect(linesIn({ width: 830, height: 375 }).join()).toContain("?");
});
