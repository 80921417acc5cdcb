import { assert } from "chai";
import type { GameTable } from "../../../components/game-table.ts";
import { FakeService } from "./fake-service.ts";
import { until } from "./until.ts";

const bundle = "/game-table.js";
await import(bundle);

/** Boxes in which the roads appear, in CSS pixels: wide, barely wide, and upright phones. */
const SIZES: readonly [width: number, height: number][] = [
  [830, 553],
  [641, 433],
  [1003, 668],
  [390, 700],
  [320, 480],
];

let service: FakeService;
beforeEach(() => {
  service = new FakeService();
});
afterEach(() => {
  document.body.replaceChildren();
  service.restore();
});

async function mount(width: number, height: number): Promise<GameTable> {
  document.body.innerHTML = `<game-table game="dragontiger" style="width:${width}px;height:${height}px"></game-table>`;
  const table = document.querySelector("game-table") as GameTable;
  await until(() => table.shadowRoot?.querySelector(".digits") != null);
  return table;
}

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

describe("the roads of <game-table>", () => {
  for (const [width, height] of SIZES) {
    it(`all roads are visible in a box of ${width} by ${height}`, async () => {
      const table = await mount(width, height);
      const root = table.shadowRoot as ShadowRoot;
      assert.deepEqual(faults(root.querySelector(".road-board") as Element), []);
      root.querySelector<HTMLElement>('.bar [data-action="sheet"]')?.click();
      await until(() => root.querySelector(".sheet .road-board") !== null);
      assert.deepEqual(faults(root.querySelector(".sheet .road-board") as Element), []);
    });
  }

  // Cells are fractions of the width, and rounded-up cells would not fit.
  it("the roads omit no column at any width", async () => {
    const table = await mount(830, 700);
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
});
