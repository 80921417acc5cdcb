import { describe, expect, test } from "vitest";
import { groupDigits } from "../../src/hud/group-digits.ts";
import { bar } from "../../src/hud/table-hud.ts";
import { previewView } from "../../src/hud/table/preview-view.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { langs } from "../../src/i18n/langs.ts";
import { received, visibleText, textOf } from "./table-view.ts";

// Cause: every language had commas and groups of three digits.
test.each([
  ["en", "1,234,567"],
  ["ko", "1,234,567"],
  ["de", "1.234.567"],
  ["hi", "12,34,567"],
  ["fr", "1\u202f234\u202f567"],
])("numbers in %s have the language's digit grouping", (lang, text) => {
  expect(groupDigits(1_234_567, lang)).toBe(text);
  expect(groupDigits(999, lang)).toBe("999");
});

describe.each(langs)("the status bar in %s", (lang) => {
  test("the status bar names the next round after a round has finished", () => {
    const view = previewView({
      slug: "baccarat",
      phase: "waiting",
      elapsedMs: 0,
      outcome: 0,
      lang,
    }) as TableView;
    const next = view.words.upNext(groupDigits((view.state?.round ?? 0) + 1, lang));
    const text = textOf(bar(view));
    expect(visibleText(text)).toContain(next);
    expect(visibleText(text)).not.toContain(view.words.phases.waiting);
    expect(received(text)).toContain(`${view.words.phases.waiting}. ${next}`);
  });

  // Cause: in calm mode, all cards were open under the word "Dealing".
  test.each(["dragontiger", "baccarat"])(
    "the status bar of %s immediately announces closed bets on a table without motion",
    (slug) => {
      const moving = previewView({
        slug,
        phase: "revealing",
        elapsedMs: 0,
        outcome: 0,
        lang,
      }) as TableView;
      const { phases, games } = moving.words;
      const playing = games[slug]?.playing ?? "";
      expect(visibleText(textOf(bar(moving)))).toContain(playing);
      const still = visibleText(textOf(bar({ ...moving, isMotionless: true })));
      expect(still).toContain(phases.revealing);
      expect(still).not.toContain(playing);
    },
  );
});
