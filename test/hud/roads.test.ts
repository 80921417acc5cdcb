import { nothing } from "lit";
import { describe, expect, test } from "vitest";
import { roads } from "../../src/hud/roads.ts";
import { langs } from "../../src/i18n/langs.ts";
import type { TableView } from "../../src/table/view.ts";
import { coups, race } from "./outcomes.ts";
import { gzipBytes, labels, textOf, viewWith } from "./table-view.ts";

/** A long board with all there is to draw: streaks, ties in a row, pairs. */
const FULL = "TTBBTBPPPBPBBBTBPPBBPTTPPPBBBBBBBBPBPPBTBBPPPPBPBTTTBPPBBBPBPPPBBPBPTBPBB".slice(
  0,
  72,
);

const board = (letters: string, lang = "en") =>
  textOf(roads(viewWith("baccarat", coups(letters), lang)));

describe("the roads of a board", () => {
  test("are five pictures that say in words what they are, how long and what came last", () => {
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

  test("say it in Korean as well", () => {
    expect(labels(board("BB", "ko"))).toContain("원매, 결과 2개, 마지막: 뱅커");
  });

  test("tell sides by letters on the bead plate, not by colour alone", () => {
    expect(board("BPT")).toMatch(/<text x="5 5" y="[^"]+">BP<\/text>.*>=<\/text>/);
  });

  test("count ties in words where there is more than one on a win", () => {
    expect(board("BT")).not.toContain('class="ties"');
    expect(board("BTTT")).toMatch(/class="ties"[^>]*>3</);
    expect(board("TT")).toMatch(/class="ties"[^>]*>2</);
  });

  test("mark the newest cell of each road that has one", () => {
    expect(board("BBPB").match(/class="newest"/g)).toHaveLength(3);
    expect(board("")).not.toContain("newest");
  });

  test("draw the newest cell by itself, so that it can stand out while the past steps back", () => {
    const newest = [...board("BPB").matchAll(/<g class="newest">(.*?)<\/g>/g)].map(
      ([, drawn]) => drawn,
    );
    expect(newest[0]).toMatch(/<rect.*bead-dot.*data-colour="red".*>B<\/text>/);
    expect(newest[1]).toMatch(/<rect.*class="ring" data-colour="red"/);
  });

  test("are drawn empty where nothing is finished", () => {
    expect(labels(board(""))).toContain("Bead plate, 0 results");
  });

  test("do not exist for a game without them", () => {
    expect(roads(viewWith("bigsixball", [race("123456")]))).toBe(nothing);
  });

  test("show this board only", () => {
    const view = viewWith("baccarat", coups("BP"));
    const yesterday = { ...view.results[0], daily_round: 144 } as TableView["results"][number];
    const older = { ...view, results: [...view.results, yesterday] };
    expect(textOf(roads(older))).toBe(textOf(roads(view)));
  });

  test("need no style attribute, which the content security policy would drop", () => {
    expect(board(FULL)).not.toMatch(/\sstyle=/);
  });

  test("escape what languages say", () => {
    const view = viewWith("baccarat", coups("B"));
    const { words } = view;
    const scores = { ...words.scores, last: () => '"><b>' };
    const text = textOf(roads({ ...view, words: { ...words, scores } }));
    expect(text).not.toContain("<b>");
    expect(text).toContain("&quot;&gt;&lt;b&gt;");
  });

  test("weigh at most 2.5 KB of a compressed page when the board is full", () => {
    expect(gzipBytes(board(FULL))).toBeLessThan(2500);
  });
});

describe("what the roads would draw next", () => {
  const hints = (letters: string) => labels(board(letters)).slice(-2);

  test("is described for either side, mark by mark", () => {
    expect(hints("BBPBP")).toEqual([
      "If Banker is next: Big eye boy red, Small road red, Cockroach pig blue",
      "If Player is next: Big eye boy blue, Small road blue, Cockroach pig red",
    ]);
  });

  test("is nothing on an empty board", () => {
    expect(hints("")).toEqual([
      "If Banker is next: Big eye boy nothing, Small road nothing, Cockroach pig nothing",
      "If Player is next: Big eye boy nothing, Small road nothing, Cockroach pig nothing",
    ]);
  });

  test("is never called a prediction", () => {
    for (const lang of langs) {
      expect(board(FULL, lang)).not.toMatch(
        /predict|forecast|예측|예상|[预預](测|測|计|計|想)|予測|予想|dự đoán|ทำนาย|คาดการณ์|prediksi|ramal/i,
      );
    }
  });
});
