import { describe, expect, test } from "vitest";
import { PODIUM_MS } from "../../components/scenes/bigsixball/times.ts";
import { callsOf } from "../../components/sound/calls.ts";
import { games } from "../../src/games/index.ts";
import { asSeen } from "../../src/hud/as-seen.ts";
import { table } from "../../src/hud/table.ts";
import { lobbyWordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import { tile } from "../../src/lobby/tile.ts";
import { previewView } from "../../src/previews/preview-view.ts";
import type { TableView } from "../../src/table/view.ts";
import { textOf } from "./table-view.ts";

/*
 * The cause: ribbon, ring and the row of last results named the winner of a photo finish while the picture
 * still replayed it.
 */

const at = (slug: string, elapsedMs: number, lang = "en", outcome = 1): TableView =>
  previewView({ slug, phase: "result", elapsedMs, outcome, lang }) as TableView;

const race = (elapsedMs: number, lang?: string, outcome?: number) =>
  at("bigsixball", elapsedMs, lang, outcome);

const SHEETS = [null, "roads", "statistics", "history", "rules"] as const;

describe("until the replay of a race is over", () => {
  test.each(langs)("all that is written of it is the same whoever won, in %s", (lang) => {
    for (const sheet of SHEETS) {
      const written = [0, 1, 2, 3, 4, 5].map((outcome) => {
        const view = race(PODIUM_MS.namedAt - 1, lang, outcome);
        return textOf(table({ ...view, controls: { ...view.controls, sheet } }));
      });
      expect(new Set(written).size).toBe(1);
    }
  });

  // The cause: it said "Racing" of a race that everybody had seen end.
  test.each(langs)("the bar says that it is a replay, in %s", (lang) => {
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
    expect(says(race(PODIUM_MS.namedAt, lang))).toEqual([false, false]);
    const still = race(0, lang);
    const calm = { ...still, controls: { ...still.controls, calm: true } };
    expect(says(calm)).toEqual([true, false]);
    expect(says({ ...still, hasPicture: false })).toEqual([true, false]);
  });

  test("a tile of the lobby says nothing of it either", () => {
    const words = lobbyWordsOf("en");
    const written = [0, 1, 2].map((outcome) =>
      textOf(tile(race(PODIUM_MS.namedAt - 1, "en", outcome), words)),
    );
    expect(new Set(written).size).toBe(1);
  });

  test("nobody calls the winner", () => {
    for (const { atMs } of callsOf(race(0))) {
      expect(atMs).toBeGreaterThanOrEqual(PODIUM_MS.namedAt);
    }
  });
});

test("as the flags come up, ribbon, ring, row and words name the winner", () => {
  const view = race(PODIUM_MS.namedAt);
  expect(asSeen(view)).toBe(view);
  const text = textOf(table(view));
  expect(text).toContain('part="banner"');
  expect(text).toContain('class="ring won"');
  expect(text).toContain("Winner: City, 1 City");
});

test.each(games.filter(({ slug }) => slug !== "bigsixball"))(
  "$slug names its winner at once: its cards lie open",
  ({ slug }) => {
    const view = at(slug, 0);
    expect(asSeen(view)).toBe(view);
  },
);
