import { expect, onTestFinished, test, vi } from "vitest";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { TableView } from "../../../../src/hud/table/view.ts";
import { words } from "../../../../src/i18n/en/table.ts";
import { eventually } from "../../../support/eventually.ts";
import { lengthsOf, viewOf } from "../../scenes/states.ts";

// Once, close-ups of the marbles hid the lanes that players were asked to press.
test.each([
  { asks: "asks for presses", betSpots: true, closeUps: false },
  { asks: "only shows a table", betSpots: false, closeUps: true },
])(
  "during betting, the race leaves its lanes for close-ups if a page $asks: $closeUps",
  async ({ betSpots, closeUps }) => {
    vi.stubGlobal("customElements", { get: () => ({}) });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { Betting } = await import("../../../../components/element/bets/betting.ts");
    const host = Object.assign(new EventTarget(), { game: "bigsixball", requestUpdate() {} });
    const betting = new Betting(host, () => null, { bets: null, winners: null, betSpots });
    const view = { ...viewOf("bigsixball", { result_map: {}, team_order: [] }, "betting") };
    const table = { ...view, words, game: { slug: "bigsixball" } } as unknown as TableView;
    await eventually(() => Promise.resolve(betting.layer(table) !== null));
    const play = { ...view, ...lengthsOf("bigsixball", "seed"), bets: betting.layer(table)?.bets };
    const shots = new Set<string>();
    for (let ms = 0; ms < 33_000; ms += 500) {
      shots.add(scene.pose(play as never, ms).shot);
    }
    expect(shots.size > 1).toBe(closeUps);
  },
);
