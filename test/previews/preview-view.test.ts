import { describe, expect, test } from "vitest";
import { games } from "../../src/games/index.ts";
import { fixtures } from "../../src/previews/fixtures.ts";
import { previewView } from "../../src/previews/preview-view.ts";
import { boardOf } from "../../src/roads/board.ts";
import { isConfirmed, PHASES } from "../../src/round/phases.ts";

const moment = { elapsedMs: 500, outcome: 1, lang: "en" };

describe.each(games)("a preview of $slug", ({ slug, board }) => {
  test.each(PHASES)("has the round of the table in its history when it is out, in %s", (phase) => {
    const view = previewView({ ...moment, slug, phase });
    const [latest, before] = view?.results ?? [];
    const own = isConfirmed(phase) ? latest : undefined;
    expect(own?.round).toBe(isConfirmed(phase) ? view?.state?.round : undefined);
    expect(own && board.winner(own)).toBe(
      own && board.winner(fixtures[slug]?.[moment.outcome]?.outcome),
    );
    expect(latest?.round).toBe((before?.round ?? 0) + 1);
  });

  test("has a long board behind it, on which every side has won, and the same one each time", () => {
    const results = previewView({ ...moment, slug, phase: "betting" })?.results ?? [];
    expect(boardOf(results).length).toBeGreaterThan(50);
    const winners = new Set(results.map((entry) => board.winner(entry)));
    expect(winners).toEqual(new Set(board.sides.map(({ id }) => id)));
    expect(previewView({ ...moment, slug, phase: "betting" })?.results).toEqual(results);
  });
});
