import { assert } from "chai";
import { mountTable } from "./table.ts";
import { until } from "./until.ts";

/** The parts that stick out of the road board or are cut off from the bead plate, by class. */
function faults(board: Element): string[] {
  const edge = board.getBoundingClientRect();
  const plate = board.querySelector(".bead-plate .road-box");
  const picture = plate?.querySelector("svg")?.getBoundingClientRect();
  const cut = (picture?.left ?? 0) < (plate?.getBoundingClientRect().left ?? Infinity) - 0.5;
  const out = [...board.querySelectorAll(".road, .road-name, .ask, .hint, .hint svg")].filter(
    (part) => {
      const { left, right, bottom, width } = part.getBoundingClientRect();
      return (
        width > 0 &&
        (left < edge.left - 0.5 || right > edge.right + 0.5 || bottom > edge.bottom + 0.5)
      );
    },
  );
  return [...(cut ? ["bead plate cut"] : []), ...out.map(({ className }) => String(className))];
}

// Cells are fractions of the width, so rounded-up cells would not fit.
it("the roads show every column at any width", async () => {
  const table = await mountTable('style="width:830px;height:700px"', ".digits");
  const root = table.shadowRoot as ShadowRoot;
  root.querySelector<HTMLElement>('.bar [data-action="sheet"]')?.click();
  await until(() => root.querySelector(".sheet .road-board") !== null);
  const boards = [...root.querySelectorAll(".road-board")];
  assert.equal(boards.length, 2);
  const cut: string[] = [];
  for (let width = 320; width <= 1_000; width += 1) {
    table.style.width = `${width}px`;
    cut.push(...boards.flatMap(faults).map((fault) => `${width}: ${fault}`));
  }
  assert.deepEqual(cut, []);
});
