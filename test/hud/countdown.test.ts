import { describe, expect, test } from "vitest";
import { phaseCalls } from "../../components/sound/soundtrack.ts";
import { countdown } from "../../src/hud/countdown.ts";
import { winnerInWords } from "../../src/hud/side.ts";
import { bar } from "../../src/hud/table-hud.ts";
import { fixtures } from "../../src/hud/table/all-fixtures.ts";
import { previewView } from "../../src/hud/table/preview-view.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { langs } from "../../src/i18n/langs.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { PHASES } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { received, labels, visibleText, textOf } from "./table-view.ts";

function at(slug: string, phase: Phase, elapsedMs: number, lang = "en", outcome = 0): TableView {
  return previewView({ slug, phase, elapsedMs, outcome, lang }) as TableView;
}

const kindOf = (text: string) => /class="ring (\w+)"/.exec(text)?.[1];

test("the countdown's ring turns amber in the last ten seconds, red in the last five, and is empty after the close", () => {
  const rings = [0, 4_999, 5_000, 9_999, 10_000, 14_999, 15_000].map((elapsedMs) => {
    const text = textOf(countdown(at("baccarat", "betting", elapsedMs)));
    return `${kindOf(text)} ${visibleText(text)}`;
  });
  expect(rings).toEqual(["open 15", "open 11", "soon 10", "soon 6", "last 5", "last 1", "closed "]);
});

test("the countdown's ring counts down to the close of bets even if a beacon follows", () => {
  const moments = [0, 6_999, 11_999, 12_000, 16_999].map((elapsedMs) => {
    const choice = {
      slug: "baccarat",
      phase: "betting",
      elapsedMs,
      outcome: 0,
      lang: "en",
    } as const;
    const text = textOf(countdown(previewView({ ...choice, entropy: "drand" }) as TableView));
    return [kindOf(text), visibleText(text)];
  });
  expect(moments).toEqual([
    ["open", "12"],
    ["soon", "6"],
    ["last", "1"],
    ["closed", ""],
    ["closed", ""],
  ]);
});

test("the countdown's ring shows the winner's letter only in the result phase", () => {
  expect(textOf(countdown(at("baccarat", "result", 0)))).toMatch(/won.*data-colour="blue".*>P</);
  expect(textOf(countdown(at("dragontiger", "result", 0, "zh-Hans")))).toContain(">龙<");
  expect(textOf(countdown(at("bigsixball", "result", 0)))).toMatch(/data-colour="red".*>1</);
  for (const phase of ["betting", "revealing"] as const) {
    const text = textOf(countdown(at("baccarat", phase, 5_000)));
    expect(text).not.toMatch(/data-colour|won/);
  }
});

test.each(langs)("the countdown's ring has a label in every phase, in %s", (lang) => {
  const texts = PHASES.map(
    (phase) => labels(textOf(countdown(at("baccarat", phase, 1_000, lang))))[0] ?? "",
  );
  expect(texts.every((label) => label.length > 3)).toBe(true);
  expect(new Set(texts).size).toBe(3);
});

describe("a live table's status bar", () => {
  const phaseOf = (text: string) => text.replace(/.*role="status">|<\/p>.*/gs, "");
  const modes = ["baccarat", "bigsixball"].flatMap((slug) =>
    (["seed", "drand"] as const).map((entropy) => [slug, entropy] as const),
  );
  const atOpen = (slug: string, entropy: Entropy, lang: string, elapsedMs: number) =>
    previewView({ slug, entropy, phase: "betting", elapsedMs, outcome: 0, lang }) as TableView;

  // Cause: only the dealer's voice announced last bets, without text.
  test.each(langs)("the status bar announces last bets in the dealer's words, in %s", (lang) => {
    for (const [slug, entropy] of modes) {
      const { times, words } = atOpen(slug, entropy, lang, 0);
      const call = phaseCalls(atOpen(slug, entropy, lang, 0)).find(
        ({ text }) => text === words.lastBets,
      );
      const lastMs = call?.atMs ?? -1;
      const texts = [0, lastMs - 1, lastMs, times.closesMs - 1, times.closesMs].map((elapsedMs) => {
        const text = textOf(bar(atOpen(slug, entropy, lang, elapsedMs)));
        return [received(phaseOf(text)), kindOf(text) === "last"];
      });
      expect(texts, `${slug}, ${entropy}`).toEqual([
        [words.phases.betting, false],
        [words.phases.betting, false],
        [words.lastBets, true],
        [words.lastBets, true],
        [words.phases.revealing, false],
      ]);
    }
  });
});

test("the table names a suited tie", () => {
  const won = (slug: string, title: RegExp) => {
    const outcome = fixtures[slug]?.findIndex((fixture) => title.test(fixture.title)) ?? 0;
    const view = at(slug, "result", 0, "en", outcome);
    return winnerInWords(view, view.state);
  };
  expect([won("dragontiger", /^Tie/), won("dragontiger", /^Suited/)]).toEqual([
    "Tie",
    "Suited tie",
  ]);
  expect([won("baccarat", /^Tie/), won("bigsixball", /city/)]).toEqual(["Tie", "Winner: City"]);
});
