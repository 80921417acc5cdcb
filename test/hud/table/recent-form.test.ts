import { expect, test } from "vitest";
import { fixtures } from "../../../src/hud/table/all-fixtures.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import { recentForm } from "../../../src/hud/table/recent-form.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";

/** A table whose last rounds ended like these fixtures, latest first. */
function after(slug: string, titles: readonly RegExp[]): TableView {
  const view = previewView({ slug, phase: "betting", elapsedMs: 0, outcome: 0, lang: "en" });
  const results = titles.map((title, i) => {
    const fixture = fixtures[slug]?.find((known) => title.test(known.title));
    const common = { round: 99 - i, daily_round: 50 - i, date: "2026-01-02" };
    return { ...common, ...(fixture?.outcome as object) } as HistoryEntry;
  });
  return { ...(view as TableView), results };
}

test("a team's recent form is its last five places", () => {
  const view = after("bigsixball", [/^Photo finish: city/, ...Array(6).fill(/^Runaway: rovers/)]);
  const form = recentForm(view);
  expect(form["city"]).toEqual([1, 3, 3, 3, 3]);
  expect(form["rovers"]).toEqual([2, 1, 1, 1, 1]);
  expect(Object.keys(form)).toHaveLength(6);
});
