import { describe, expect, test } from "vitest";
import * as baccaratBets from "../../../components/scenes/baccarat/bets.ts";
import { payout as coupPayout } from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duelBets from "../../../components/scenes/dragontiger/bets.ts";
import { payout as duelPayout } from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { BOXES } from "./boxes.ts";
import { recordingKit } from "./recording-kit.ts";
import { viewOf } from "./states.ts";
import { treeKit } from "./tree-kit.ts";

type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;
const SIZE = BOXES[0];
const PHASE_MS = { betting: 2_000, result: 3_000, waiting: 800 } as const;
/** A chip's picture is a pile of them, or one; all else that is told of bets is light, a ring or a word. */
const games = [
  { slug: "baccarat", scene: baccarat, bets: baccaratBets, payout: coupPayout },
  { slug: "dragontiger", scene: dragontiger, bets: duelBets, payout: duelPayout },
] as unknown as readonly {
  slug: string;
  scene: Scene<unknown, unknown>;
  bets: Pick<typeof baccaratBets, "placesIn"> & { extras: AnyExtras };
  payout: AnyExtras;
}[];

describe.each(games)("chips of $slug", ({ slug, scene, bets, payout }) => {
  const places = bets.placesIn(SIZE);

  function play(outcome: unknown, phase: Phase, more: Partial<Play>): Play {
    const { result = "" } = viewOf(slug, outcome, "result").state as { result?: string };
    const pile = { chips: 4, before: 1, sinceMs: 200 };
    const words = { share: "", stake: "", told: [], isPaid: true, isGain: false };
    const told: BetsShown = {
      settledMs: phase === "betting" ? null : 100,
      spots: places.map(({ market }) => ({
        name: market,
        total: pile,
        own: pile,
        hasWon: phase !== "betting" && market === result,
        ...words,
      })),
    };
    return { ...viewOf(slug, outcome, phase), resultMs: 3_000, bets: told, ...more };
  }

  test.each([
    { how: "with the dealer's hands", more: {} },
    { how: "without hands", more: { hands: false } },
  ])("are seen or not, and never half, $how", ({ more }) => {
    const widths = new Set(places.map(({ chipPx }) => chipPx));
    let looks = 0;
    for (const { outcome } of fixtures[slug] ?? []) {
      for (const phase of ["betting", "result", "waiting"] as const) {
        const view = play(outcome, phase, more);
        const { kit, parts } = recordingKit();
        const drawing = scene.build(kit, view);
        drawing.resize(SIZE);
        const from = parts.length;
        const all = [payout, bets.extras].map((extras) => {
          const built = extras.build(kit, view, drawing);
          built.resize(SIZE);
          return { extras, built };
        });
        // What is paid is of the size of its places.
        const paid = parts.slice(from).find(({ kind, size }) => kind === "picture" && size.width);
        widths.add(paid?.size.width ?? 0);
        for (let ms = 0; ms < PHASE_MS[phase]; ms += 20) {
          for (const { extras, built } of all) {
            built.show(extras.pose(view, ms, null, () => null));
          }
          const chips = parts
            .slice(from)
            .filter(({ kind, size }) => kind === "picture" && widths.has(size.width));
          const shares = chips.map(({ at }) => at.alpha ?? 1);
          looks += shares.filter((share) => share > 0).length;
          expect([...new Set(shares)].filter((share) => share > 0 && share < 1)).toEqual([]);
        }
      }
    }
    expect(looks).toBeGreaterThan(100);
  });

  test("lie beneath the cards, which pass over them", () => {
    const view = play(fixtures[slug]?.[0]?.outcome, "betting", {});
    const { kit, drawn } = treeKit();
    const drawing = scene.build(kit, view);
    drawing.resize(SIZE);
    const built = bets.extras.build(kit, view, drawing);
    built.resize(SIZE);
    built.show(bets.extras.pose(view, 1_900, null, () => null));
    const widths = new Set(places.map(({ chipPx }) => chipPx));
    const order = drawn(drawing.root);
    const highestChip = order.findLastIndex(
      ({ kind, size }) => kind === "picture" && widths.has(size.width),
    );
    expect(highestChip).toBeGreaterThan(0);
    expect(highestChip).toBeLessThan(order.findIndex(({ kind }) => kind === "card"));
  });

  test.each(BOXES)("are large enough to be told as chips, in $width x $height", (size) => {
    for (const { chipPx } of bets.placesIn(size)) {
      expect(chipPx).toBeGreaterThanOrEqual(13);
    }
  });
});
