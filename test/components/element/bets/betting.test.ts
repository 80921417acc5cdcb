import { expect, onTestFinished, test, vi } from "vitest";
import { scene as baccarat } from "../../../../components/scenes/baccarat/scene.ts";
import { scene as race } from "../../../../components/scenes/bigsixball/scene.ts";
import type { TableView } from "../../../../src/hud/table/view.ts";
import { words } from "../../../../src/i18n/en/table.ts";
import { eventually } from "../../../support/eventually.ts";
import { lengthsOf, viewOf } from "../../scenes/states.ts";

// Cause: close-ups of marbles and chips hid the spots that players were asked to press.
test.each([
  ["bigsixball", { scene: race, state: { result_map: {}, team_order: [] } }],
  ["baccarat", { scene: baccarat, state: {} }],
] as const)(
  "%s marks its spots and keeps the camera on them while players can press them",
  async (slug, { scene, state }) => {
    vi.stubGlobal("customElements", { get: () => ({}) });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { Betting } = await import("../../../../components/element/bets/betting.ts");
    const host = Object.assign(new EventTarget(), { game: slug, requestUpdate() {} });
    const view = viewOf(slug, state, "betting");
    const table = { ...view, words, game: { slug } } as unknown as TableView;
    const watch = async (betSpots: boolean, connection = "live") => {
      const betting = new Betting(host, () => null, { bets: null, winners: null, betSpots });
      await eventually(() => Promise.resolve(betting.layer(table) !== null));
      const { layer, ...drawn } = betting.layer({ ...table, connection } as TableView) ?? {};
      const play = { ...view, ...lengthsOf(slug, "seed"), ...drawn } as never;
      const poses = Array.from({ length: 66 }, (_, i) => scene.pose(play, i * 500));
      return {
        shots: new Set(poses.map(({ shot }) => shot)).size,
        isMarked: layer?.pose(play, 1_000, poses[2]).isMarked,
      };
    };
    expect(await watch(true)).toEqual({ shots: 1, isMarked: true });
    // Cause: when the connection was lost, the camera cut to another close-up.
    expect(await watch(true, "offline")).toEqual({ shots: 1, isMarked: true });
    expect(await watch(true, "maintenance")).toMatchObject({ isMarked: false });
    const { shots, isMarked } = await watch(false);
    expect(shots).toBeGreaterThan(1);
    expect(isMarked).toBe(false);
  },
);
