import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import { describe, expect, test } from "vitest";
import { stillOf } from "../../server/pages/still-of.ts";
import { games } from "../../src/games/index.ts";
import { unlessClosed } from "../../src/hud/table/closed-table.ts";
import { fixtures } from "../../src/hud/table/fixtures.ts";
import { previewView } from "../../src/hud/table/preview-view.ts";
import { stillView } from "../../src/hud/table/still-view.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { langs } from "../../src/i18n/langs.ts";
import type { Entropy } from "../../src/round/derive.ts";
import type { StillView } from "../../src/still/still.ts";
import { gamesWithStill } from "../support/games-with-still.ts";

type Moment = Partial<Pick<TableView, "elapsedMs" | "connection">> & {
  entropy?: Entropy;
  phase: Parameters<typeof previewView>[0]["phase"];
  outcome?: number;
  lang?: string;
};

function viewAt(
  slug: string,
  { phase, outcome = 0, lang = "en", entropy = "seed", ...rest }: Moment,
): StillView {
  const elapsedMs = rest.elapsedMs ?? 1_000;
  const view = previewView({ slug, phase, outcome, lang, entropy, elapsedMs });
  return stillView(unlessClosed({ ...(view as TableView), ...rest }), "dark");
}

describe.each(await gamesWithStill())("the still of $slug", (game) => {
  const { slug } = game;
  const drawn = async (view: StillView): Promise<string> => {
    const still = await stillOf(game);
    expect(still).not.toBeNull();
    return still === null ? "" : collectResultSync(render(still.draw(view)));
  };
  const outcomes = (fixtures[slug] ?? []).map((_, outcome) => outcome);

  test.each([0, 1_000, 8_999])(
    "is the same whatever comes out, %i ms into the reveal: no card is open early",
    async (elapsedMs) => {
      const all = await Promise.all(
        outcomes.map((outcome) => drawn(viewAt(slug, { phase: "revealing", elapsedMs, outcome }))),
      );
      expect(new Set(all).size).toBe(1);
    },
  );

  /** When the picture of a result names its winner: some races do so sooner than others. */
  const namedMs = outcomes.map((outcome) => {
    const { state, board } = viewAt(slug, { phase: "result", outcome });
    return board.tells?.(state)[1] ?? 0;
  });

  test("shows each finished round, and not once its table is cleared", async () => {
    const at = (phase: "result" | "waiting", elapsedMs: number) =>
      Promise.all(outcomes.map((outcome) => drawn(viewAt(slug, { phase, elapsedMs, outcome }))));
    const empty = new Set(await at("waiting", 1_900));
    const named = await Promise.all(
      outcomes.map((outcome) =>
        drawn(viewAt(slug, { phase: "result", elapsedMs: namedMs[outcome] ?? 0, outcome })),
      ),
    );
    for (const result of named) {
      expect(empty).not.toContain(result);
    }
    expect(new Set(named).size).toBeGreaterThan(1);
    expect(await at("waiting", 0)).toEqual(named);
    expect(empty.size).toBe(1);
  });

  // The cause: the podium stood there while the bar said that its finish was replayed.
  test("names no winner before the words around it do", async () => {
    const before = outcomes.flatMap((outcome) =>
      [0, (namedMs[outcome] ?? 0) - 1]
        .filter((elapsedMs) => elapsedMs >= 0 && elapsedMs < (namedMs[outcome] ?? 0))
        .map((elapsedMs) => drawn(viewAt(slug, { phase: "result", elapsedMs, outcome }))),
    );
    expect(new Set(await Promise.all(before)).size).toBeLessThanOrEqual(1);
  });

  test.each(langs)("names the sides in %s as the table does", async (lang) => {
    const view = viewAt(slug, { phase: "betting", lang });
    const text = (await drawn(view)).replace(/<[^>]*>/g, " ");
    for (const name of Object.values(view.words.sides)) {
      expect(text).toContain(name);
    }
  });
});

// The cause: all balls of a race stood in their stalls until its podium, and were in mid-course a moment later.
test("a race has neither ball nor name on its course from the end of bets until its podium", async () => {
  const slug = "bigsixball";
  const game = games.find((one) => one.slug === slug);
  const still = game && (await stillOf(game));
  const seenAt = (phase: Moment["phase"], elapsedMs: number) => {
    const view = viewAt(slug, { phase, elapsedMs });
    const text = collectResultSync(render(still?.draw(view)));
    const signs = ['class="ball', ...Object.values(view.words.sides)];
    return signs.filter((sign) => text.includes(sign)).length;
  };
  expect(seenAt("betting", 1_000)).toBe(7);
  for (const elapsedMs of [0, 8_000, 15_999]) {
    expect(seenAt("revealing", elapsedMs)).toBe(0);
  }
  expect(seenAt("result", 1_000)).toBe(0);
  expect(seenAt("waiting", 1_900)).toBe(7);
});
