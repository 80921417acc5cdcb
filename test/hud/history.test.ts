import { describe, expect, test } from "vitest";
import { history } from "../../src/hud/history.ts";
import { coups, race } from "./outcomes.ts";
import { gzipBytes, readable, textOf, viewWith } from "./table-view.ts";

describe("the history of a board", () => {
  test("has every round's number, hands with their totals and the winner, latest first", () => {
    const text = readable(textOf(history(viewWith("baccarat", coups("BP")))));
    expect(text.replaceAll("\uFE0E", "")).toBe(
      "Round Outcome Winner " +
        "#146 P Player: 9♠ 9♥ = 8 B Banker: 3♦ 4♣ = 7 P Player " +
        "#145 P Player: K♥ 2♠ = 2 B Banker: 9♦ 7♣ = 6 B Banker",
    );
  });

  test("gives one card no total", () => {
    const outcome = {
      dragon: { suit: "S", value: "K" },
      tiger: { suit: "H", value: "7" },
      result: "dragon",
    };
    const text = readable(textOf(history(viewWith("dragontiger", [outcome]))));
    expect(text.replaceAll("\uFE0E", "")).toContain("D Dragon: K♠ T Tiger: 7♥ D Dragon");
  });

  test("has the finishing order of a race, by number and by name", () => {
    const text = readable(textOf(history(viewWith("bigsixball", [race("312456")]))));
    expect(text).toContain("#145 3 City 1 Rovers 2 United 4 Wanderers 5 Athletic 6 Rangers 3 City");
  });

  test("has heads that name its columns and rows", () => {
    const text = textOf(history(viewWith("baccarat", coups("B"))));
    expect(text.match(/scope="col"/g)).toHaveLength(3);
    expect(text).toContain('<th scope="row" title="Round 9001">#145</th>');
    expect(text).not.toMatch(/\sstyle=/);
  });

  test("says so when there is none", () => {
    expect(readable(textOf(history(viewWith("baccarat", []))))).toBe("No results yet");
  });

  test("weighs at most 3 KB compressed when the board is full", () => {
    expect(gzipBytes(textOf(history(viewWith("baccarat", coups("BPT".repeat(24))))))).toBeLessThan(
      3000,
    );
  });
});
