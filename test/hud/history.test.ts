import { describe, expect, test } from "vitest";
import { history } from "../../src/hud/history.ts";
import { coups, race } from "./outcomes.ts";
import { received, visibleText, textOf, viewWith } from "./table-view.ts";

describe("the history panel", () => {
  const text = textOf(history(viewWith("baccarat", coups("BP"))));

  test("the history shows every round, latest first", () => {
    expect(visibleText(text)).toBe(
      "Round Outcome Winner " +
        "#146 P 9♠ 9♥ = 8 B 3♦ 4♣ = 7 P Player " +
        "#145 P K♥ 2♠ = 2 B 9♦ 7♣ = 6 B Banker",
    );
  });

  test("every round's number links to its replay if there is one", () => {
    const view = viewWith("baccarat", coups("BP"));
    const service = "https://games.example.com/";
    const host = { theme: "light", accent: "#ff00aa" };
    const linked = textOf(history({ ...view, replays: { service, host } }));
    const [latest, before] = view.results;
    expect([...linked.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      `${service}replay/baccarat/${latest?.round}?lang=en&amp;theme=light&amp;accent=%23ff00aa`,
      `${service}replay/baccarat/${before?.round}?lang=en&amp;theme=light&amp;accent=%23ff00aa`,
    ]);
    expect(linked).toContain('rel="noopener"');
    expect(visibleText(linked)).toBe(visibleText(text));
    expect(text).not.toContain("href");
  });

  test("screen readers get the names of sides and cards in the history", () => {
    expect(received(text)).toContain(
      "#146 Player: 9 of spades 9 of hearts = 8 Banker: 3 of diamonds 4 of clubs = 7 Player",
    );
  });

  test("the history shows the finishing order of a race", () => {
    const run = textOf(history(viewWith("bigsixball", [race("312456")])));
    expect(visibleText(run)).toContain("#145 3 1 2 4 5 6 3 City");
    expect(received(run)).toContain("#145 City Rovers United Wanderers Athletic Rangers City");
  });
});
