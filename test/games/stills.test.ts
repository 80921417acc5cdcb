import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import { describe, expect, test } from "vitest";
import { scene as baccarat } from "../../components/scenes/baccarat/scene.ts";
import { scene as dragontiger } from "../../components/scenes/dragontiger/scene.ts";
import type { Play } from "../../components/stage/scene.ts";
import { stillOf } from "../../server/pages/still-of.ts";
import { games } from "../../src/games/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import { THEMES } from "../../src/look/themes.ts";
import { fixtures } from "../../src/previews/fixtures.ts";
import { previewView } from "../../src/previews/preview-view.ts";
import type { Entropy } from "../../src/round/derive.ts";
import type { StillView } from "../../src/still/still.ts";
import { unlessClosed } from "../../src/table/closed-table.ts";
import { stillView } from "../../src/table/still-view.ts";
import type { TableView } from "../../src/table/view.ts";
import { lengthsOf, viewOf } from "../components/scenes/states.ts";
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

  test("is an empty table in maintenance, and where nothing was ever dealt", async () => {
    const cleared = await drawn(viewAt(slug, { phase: "waiting", elapsedMs: 1_900 }));
    expect(await drawn(viewAt(slug, { phase: "result", connection: "maintenance" }))).toBe(cleared);
    const none = previewView({ slug, phase: "betting", outcome: 0, lang: "en", elapsedMs: 0 });
    const view = stillView({ ...(none as TableView), state: null, results: [] }, "dark");
    expect(await drawn(view)).toContain("</");
  });

  test.each(langs)("names the sides in %s as the table does", async (lang) => {
    const view = viewAt(slug, { phase: "betting", lang });
    const text = (await drawn(view)).replace(/<[^>]*>/g, " ");
    for (const name of Object.values(view.words.sides)) {
      expect(text).toContain(name);
    }
  });

  test.each(THEMES)(
    "has nothing in its %s style sheet that a browser would have to fetch",
    async (theme) => {
      const style = (await stillOf(game))?.style({ ...viewAt(slug, { phase: "result" }), theme });
      expect(style).toContain(".still{");
      expect(style).not.toMatch(/url\(|@import|<\//);
    },
  );
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

test("a game without a still has none: its page waits for the canvas", async () => {
  expect(await stillOf({ ...(games[0] as (typeof games)[number]), slug: "nosuch" })).toBeNull();
});

/** How far the first cards have come on the canvas of a table, 0 to 1 each. */
const travels: Readonly<Record<string, (view: Play<never>, ms: number) => number[]>> = {
  baccarat: (view, ms) =>
    Object.values(baccarat.pose(view, ms).hands).flatMap(({ cards }) =>
      cards.slice(0, 2).map(({ travel }) => travel),
    ),
  dragontiger: (view, ms) =>
    Object.values(dragontiger.pose(view, ms).cards).map(({ travel }) => travel),
};

/** By then the canvas is drawn in the place of the still, in ms. */
const SOON_MS = 500;

describe.each(
  Object.entries(travels).flatMap(([slug, travelsAt]) =>
    (["seed", "drand"] as const).map((entropy) => ({ slug, entropy, travelsAt })),
  ),
)("the still of $slug in mode $entropy", ({ slug, entropy, travelsAt }) => {
  test.each(["betting", "revealing"] as const)(
    "shows in phase %s the backs that its canvas shows, and no face",
    async (phase) => {
      const game = games.find((one) => one.slug === slug);
      const still = game && (await stillOf(game));
      const lengths = lengthsOf(slug, entropy);
      const untilMs = phase === "betting" ? lengths.betMs : lengths.revealMs;
      const view = {
        ...viewOf(slug, fixtures[slug]?.[0]?.outcome, phase),
        ...lengths,
      } as Play<never>;
      let laid = 0;
      for (let ms = 0; ms < untilMs; ms += 50) {
        const drawing = still?.draw(viewAt(slug, { phase, elapsedMs: ms, entropy }));
        const text = collectResultSync(render(drawing));
        const backs = text.match(/class="card back/g)?.length ?? 0;
        laid += backs > 0 ? 1 : 0;
        const [now, soon] = [travelsAt(view, ms), travelsAt(view, ms + SOON_MS)];
        expect(backs > 0 && soon.some((travel) => travel < 1)).toBe(false);
        expect(backs < now.length && now.every((travel) => travel === 1)).toBe(false);
        expect(text).not.toContain('id="index-');
      }
      expect(laid > 0).toBe(phase === "revealing" || entropy === "drand");
    },
  );
});
