import { describe, expect, test } from "vitest";
import { lobby } from "../../../src/hud/lobby/lobby-hud.ts";
import { freezeIfClosed } from "../../../src/hud/table/closed-table.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { lobbyWordsOf } from "../../../src/i18n/index.ts";
import type { Lang } from "../../../src/i18n/langs.ts";
import { coups, race } from "../outcomes.ts";
import { labels, received, textOf, viewWith } from "../table-view.ts";

const text = (tables: TableView[], lang: Lang = "en") =>
  textOf(lobby({ tables, words: lobbyWordsOf(lang) }));

function inPhase(view: TableView, phase: "betting" | "revealing", remainMs = 0): TableView {
  const common = { round: 9100, daily_round: 9100, date: "2026-03-02", phase, remainMs };
  return { ...view, remainMs, state: Object.assign(common, view.game.publicFields(null, phase)) };
}

describe("a lobby tile", () => {
  test("a tile shows the current state of its table", () => {
    const view = inPhase(viewWith("baccarat", coups("BBPT")), "betting", 7_001);
    const tile = text([view]);
    expect(received(tile)).toMatch(
      /^Open Baccarat 8 Baccarat Place your bets Tie 6 – 6 .*Every round is independent/,
    );
    expect(labels(tile)).toContain("8 s left to bet");
    expect(labels(tile)).toContain("Big road, 4 results, last: Tie");
  });

  test("a race's tile reads out its latest podiums", () => {
    const tile = text([inPhase(viewWith("bigsixball", ["123456", "234561"].map(race)), "betting")]);
    expect(received(tile)).toContain("Winner: United");
    expect(received(tile)).toContain("United City Wanderers Rovers United City");
    expect(tile).not.toContain("road");
  });

  test("a closed game's tile still shows its last result", () => {
    const view = viewWith("baccarat", coups("PB"));
    const tile = text([freezeIfClosed({ ...view, connection: "maintenance" })]);
    expect(tile).toContain("data-closed");
    expect(received(tile)).toContain("Maintenance");
    expect(received(tile)).toContain("Banker wins");
  });

  test("a tile shows how old its data is while the connection is lost", () => {
    const view = inPhase(viewWith("baccarat", coups("PB")), "betting", 4_000);
    expect(received(text([{ ...view, connection: "offline", ageMs: 9_000 }]))).toContain(
      "No connection, 9 s old",
    );
  });

  test("a tile does not reveal anything about a round in progress", () => {
    const [first, second] = ["P", "B"].map((letter) => {
      const view = viewWith("baccarat", coups("BBP"));
      const common = { round: 9100, daily_round: 9100, date: "2026-03-02", remainMs: 0 };
      const phase = "revealing" as const;
      const state = Object.assign(
        { ...common, phase },
        view.game.publicFields(coups(letter)[0], phase),
      );
      return text([{ ...view, state }]);
    });
    expect(first).toBe(second);
  });
});
