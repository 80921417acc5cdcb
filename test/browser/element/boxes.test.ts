import { assert } from "chai";
import { langs } from "../../../src/i18n/langs.ts";
import { dragonTiger } from "./fake-service.ts";
import { mountTable, service } from "./table.ts";
import { until } from "./until.ts";

afterEach(() => void (document.documentElement.dir = ""));

async function mount(size: string, lang = "en"): Promise<(selector: string) => HTMLElement[]> {
  const [width, height] = size.split("x");
  const style = `style="width:${width}px;height:${height}px"`;
  const table = await mountTable(`lang="${lang}" ${style}`, ".ring");
  const all = (selector: string) => [
    ...(table.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
  ];
  await until(() => all(".phase")[0]?.textContent.trim() !== "");
  await until(() => table.round !== null);
  await table.updateComplete;
  return all;
}

describe("a tile of 160 by 120", () => {
  // It was once cut to "Place yo".
  for (const lang of langs) {
    for (const phase of ["betting", "revealing", "waiting"] as const) {
      it(`a tile shows the full name of ${phase} in ${lang}`, async () => {
        service.state = dragonTiger(1_234_567, phase);
        const [words] = (await mount("160x120", lang))(".phase");
        assert.ok(words);
        assert.isAtMost(words.scrollWidth, words.clientWidth);
        const [box, tile] = [words, words.closest(".table")].map((each) =>
          each?.getBoundingClientRect(),
        );
        assert.isAtMost(box?.right ?? Infinity, tile?.right ?? 0);
        assert.isAtLeast(box?.top ?? -1, tile?.top ?? 0);
      });
    }
  }
});

it("figures stay to the right of names on a right-to-left page", async () => {
  document.documentElement.dir = "rtl";
  const all = await mount("830x553");
  all('.bar [data-action="sheet"]')[0]?.click();
  await until(() => all('[data-action="sheet-statistics"]').length > 0);
  all('[data-action="sheet-statistics"]')[0]?.click();
  await until(() => all(".statistics").length > 0);
  for (const row of all(".statistics tbody tr")) {
    const [name, ...figures] = [...row.children].map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getBoundingClientRect();
    });
    assert.ok(name && figures[0]);
    assert.isAbove(figures[0].left, name.right + 8);
  }
  const [title, rounds] = [all(".title")[0], all(".rounds")[0]];
  assert.isBelow(
    title?.getBoundingClientRect().left ?? Infinity,
    rounds?.getBoundingClientRect().left ?? 0,
  );
});
