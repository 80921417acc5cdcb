import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bar, grouped } from "../../src/hud/bar.ts";
import { langs } from "../../src/i18n/langs.ts";
import { previewView } from "../../src/previews/preview-view.ts";
import type { TableView } from "../../src/view.ts";
import { heard, seen, textOf } from "./table-view.ts";

describe.each(langs)("in %s", (lang) => {
  test("numbers are grouped as the language groups them", () => {
    const format = new Intl.NumberFormat(lang);
    fc.assert(fc.property(fc.maxSafeNat(), (value) => grouped(value) === format.format(value)));
    for (const value of [0, 9, 99, 999, 1_000, 12_345, 999_999, 1_000_000]) {
      expect(grouped(value)).toBe(format.format(value));
    }
  });

  test("a round that is over names the one that comes next", () => {
    const view = previewView({
      slug: "baccarat",
      phase: "waiting",
      elapsedMs: 0,
      outcome: 0,
      lang,
    }) as TableView;
    const next = view.words.upNext(grouped((view.state?.round ?? 0) + 1));
    const text = textOf(bar(view));
    expect(seen(text)).toContain(next);
    expect(seen(text)).not.toContain(view.words.phases.waiting);
    expect(heard(text)).toContain(`${view.words.phases.waiting}. ${next}`);
  });
});
