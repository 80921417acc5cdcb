import { describe, expect, test } from "vitest";
import { roadBoard } from "../../src/hud/scoreboard/road-board.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { coups } from "./outcomes.ts";
import { labels, textOf, viewWith } from "./table-view.ts";

const board = (letters: string, lang = "en") =>
  textOf(roadBoard(viewWith("baccarat", coups(letters), lang)));

describe("the roads drawn from a board", () => {
  test("each of the five roads has a text description", () => {
    expect(
      labels(board("BBPBT"))
        .filter((label) => /, /.test(label))
        .slice(0, 5),
    ).toEqual([
      "Bead plate, 5 results, last: Tie",
      "Big road, 5 results, last: Tie",
      "Big eye boy, 1 mark, last: blue",
      "Small road, 0 marks",
      "Cockroach pig, 0 marks",
    ]);
    expect(board("BBPBT").match(/role="img"/g)).toHaveLength(7);
  });

  test("the bead plate distinguishes sides by letters, not by colour alone", () => {
    expect(board("BPT")).toMatch(/<text x="5 5" y="[^"]+">BP<\/text>.*>=<\/text>/);
  });

  test("the big road shows a cell's number of ties, if several", () => {
    expect(board("BT")).not.toContain('class="ties"');
    expect(board("BTTT")).toMatch(/class="ties"[^>]*>3</);
    expect(board("TT")).toMatch(/class="ties"[^>]*>2</);
  });

  test("the roads omit rounds from other boards", () => {
    const view = viewWith("baccarat", coups("BP"));
    const yesterday = { ...view.results[0], daily_round: 144 } as TableView["results"][number];
    const older = { ...view, results: [...view.results, yesterday] };
    expect(textOf(roadBoard(older))).toBe(textOf(roadBoard(view)));
  });

  test("translated text cannot add markup to the roads", () => {
    const view = viewWith("baccarat", coups("B"));
    const { words } = view;
    const scores = { ...words.scores, last: () => '"><b>' };
    const text = textOf(roadBoard({ ...view, words: { ...words, scores } }));
    expect(text).not.toContain("<b>");
    expect(text).toContain("&quot;&gt;&lt;b&gt;");
  });
});

describe("the hints for the next marks on the derived roads", () => {
  const hints = (letters: string) => labels(board(letters)).slice(-2);

  test("the hints name the mark that each derived road would add if a side won next", () => {
    expect(hints("BBPBP")).toEqual([
      "If Banker is next: Big eye boy red, Small road red, Cockroach pig blue",
      "If Player is next: Big eye boy blue, Small road blue, Cockroach pig red",
    ]);
  });
});
