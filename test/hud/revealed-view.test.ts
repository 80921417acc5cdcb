import { describe, expect, test } from "vitest";
import { phaseCalls } from "../../components/sound/soundtrack.ts";
import { REVEAL_TIMES } from "../../src/games/bigsixball/game.ts";
import { revealedView, untilRevealMs } from "../../src/hud/revealed-view.ts";
import { table } from "../../src/hud/table-hud.ts";
import { previewView } from "../../src/hud/table/preview-view.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { langs } from "../../src/i18n/langs.ts";
import { received, textOf } from "./table-view.ts";

/* Cause: banner, ring and last results named the winner of a photo finish while the picture was still replaying it. */

const at = (slug: string, elapsedMs: number, lang = "en", outcome = 1): TableView =>
  previewView({ slug, phase: "result", elapsedMs, outcome, lang }) as TableView;

const race = (elapsedMs: number, lang?: string, outcome?: number) =>
  at("bigsixball", elapsedMs, lang, outcome);

const [REPLAYED_UNTIL_MS, NAMED_MS] = REVEAL_TIMES;

const OPEN_PAGES = [null, "roads", "statistics", "history", "rules"] as const;

describe("race labels before the winner is named", () => {
  test.each(langs)("no label reveals the winner, in %s", (lang) => {
    for (const openSheet of OPEN_PAGES) {
      const written = [0, 1, 2, 3, 4, 5].map((outcome) => {
        const view = race(NAMED_MS - 1, lang, outcome);
        return textOf(table({ ...view, controls: { ...view.controls, openSheet } }));
      });
      expect(new Set(written).size).toBe(1);
    }
  });

  // Cause: it read "Racing" after the visible end of the race.
  test.each(langs)("the status bar names the finish replay, in %s", (lang) => {
    const { playing = "", replayed = "" } = race(0, lang).words.games["bigsixball"] ?? {};
    const ran = previewView({
      slug: "bigsixball",
      phase: "revealing",
      elapsedMs: 9_000,
      outcome: 1,
      lang,
    });
    const says = (view: TableView) =>
      [playing, replayed].map(
        (word) => word !== "" && textOf(table(view)).includes(`:</span>${word}<`),
      );
    expect(says(ran as TableView)).toEqual([true, false]);
    expect(says(race(0, lang))).toEqual([false, true]);
    expect(says(race(REPLAYED_UNTIL_MS - 1, lang))).toEqual([false, true]);
    expect(says(race(REPLAYED_UNTIL_MS, lang))).toEqual([false, false]);
    expect(says({ ...race(0, lang), hasPicture: false })).toEqual([true, false]);
  });

  // Cause: "Finish replay" was displayed over the podium until its winner was named.
  test.each(langs)(
    "the status bar names the result without the winner when the picture cuts to the podium, in %s",
    (lang) => {
      const titleAt = (elapsedMs: number, outcome: number) =>
        received(
          /<p class="phase".*?<\/p>/.exec(textOf(table(race(elapsedMs, lang, outcome))))?.[0] ?? "",
        );
      const { phases } = race(0, lang).words;
      for (const elapsedMs of [REPLAYED_UNTIL_MS, NAMED_MS - 1, NAMED_MS]) {
        expect([1, 2, 3].map((outcome) => titleAt(elapsedMs, outcome))).toEqual(
          Array(3).fill(phases.result),
        );
      }
      expect(titleAt(REPLAYED_UNTIL_MS - 1, 1)).not.toContain(phases.result);
    },
  );

  test("the dealer does not call the winner before the replay is over", () => {
    for (const { atMs } of phaseCalls(race(0))) {
      expect(atMs).toBeGreaterThanOrEqual(NAMED_MS);
    }
  });
});

test("the labels name the winner as the flags rise", () => {
  const view = race(NAMED_MS);
  expect(revealedView(view)).toBe(view);
  const text = textOf(table(view));
  expect(text).toContain('part="banner"');
  expect(text).toContain('class="ring won"');
  expect(text).toContain("Winner: City, 1 City");
});

describe("a race on a table without motion", () => {
  const still = { ...race(0), isMotionless: true };

  // Cause: the podium was visible for 3.7 s while the bar read "Racing".
  test("the winner is named as soon as the podium appears", () => {
    expect(revealedView(still)).toBe(still);
    const text = textOf(table(still));
    expect(text).toContain('class="ring won"');
    expect(text).toContain("Winner: City, 1 City");
    expect(untilRevealMs(still, 0)).toBe(0);
    expect(phaseCalls(still)[0]?.atMs).toBeLessThan(1_000);
  });
});
