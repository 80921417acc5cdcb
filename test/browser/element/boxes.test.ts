import { assert } from "chai";
import { langs } from "../../../src/i18n/langs.ts";
import { dragonTiger } from "./fake-service.ts";
import { mountTable, service } from "./table.ts";
import { until } from "./until.ts";

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

describe("a 160 by 120 tile", () => {
  // Cause: it was cut to "Place yo".
  for (const lang of langs) {
    for (const phase of ["betting", "revealing", "waiting"] as const) {
      it(`a tile shows the full name of ${phase} in ${lang}`, async () => {
        service.state = dragonTiger(1_234_567, phase);
        const [words] = (await mount("160x120", lang))(".phase");
        assert.ok(words);
        assert.isAtMost(words.scrollWidth, words.clientWidth);
        const [box, tile] = [words, words.closest(".table")].map((part) =>
          part?.getBoundingClientRect(),
        );
        assert.isAtMost(box?.right ?? Infinity, tile?.right ?? 0);
        assert.isAtLeast(box?.top ?? -1, tile?.top ?? 0);
      });
    }
  }
});
