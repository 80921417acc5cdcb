import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Game } from "../../src/games/contract.ts";
import { games, slugs } from "../../src/games/index.ts";
import { PHASES } from "../../src/round/phases.ts";
import { randomFromKey } from "../../src/round/random.ts";

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const named = games.map((game) => ({ slug: game.slug, game }));

/** The fields of an outcome by name; their values depend on the game. */
function fieldsOf(fields: unknown): Record<string, unknown> {
  return fields as Record<string, unknown>;
}

/** Any outcome of a game. */
function dealt(game: Game): unknown {
  return game.deal(randomFromKey(new Uint8Array(32)));
}

describe("the list of games", () => {
  test("the list has the three games of the contract, in the order of their codes", () => {
    expect(
      games.slice(0, 3).map(({ slug, code, eventType }) => ({ slug, code, eventType })),
    ).toEqual([
      { slug: "dragontiger", code: 1, eventType: "dragontiger_phase" },
      { slug: "baccarat", code: 2, eventType: "baccarat_phase" },
      { slug: "bigsixball", code: 3, eventType: "bigsix_phase" },
    ]);
  });

  test("no slug, code or event type is used twice", () => {
    expect(slugs).toEqual(games.map(({ slug }) => slug));
    expect(new Set(slugs).size).toBe(games.length);
    expect(new Set(games.map(({ code }) => code)).size).toBe(games.length);
    expect(new Set(games.map(({ eventType }) => eventType)).size).toBe(games.length);
  });
});

describe.each(named)("the game $slug", ({ game }) => {
  test("the four phases of the game fill its round", () => {
    expect(game.phases.map(({ phase }) => phase)).toEqual([...PHASES]);
    expect(game.phases.reduce((sum, { ms }) => sum + ms, 0)).toBe(game.intervalMs);
    expect(Math.min(...game.phases.map(({ ms }) => ms))).toBeGreaterThan(0);
  });

  test("the game deals the same outcome for the same key", () => {
    fc.assert(
      fc.property(key, (bytes) => {
        expect(game.deal(randomFromKey(bytes))).toStrictEqual(game.deal(randomFromKey(bytes)));
      }),
    );
  });

  test("the game makes the same number of draws in every round", () => {
    const limitsOf = (bytes: Uint8Array) => {
      const limits: number[] = [];
      const random = randomFromKey(bytes);
      game.deal({
        below(limit) {
          limits.push(limit);
          return random.below(limit);
        },
      });
      return limits;
    };
    const usual = limitsOf(new Uint8Array(32));
    fc.assert(
      fc.property(key, (bytes) => {
        expect(limitsOf(bytes)).toEqual(usual);
      }),
    );
  });

  test.each(PHASES)(
    "the game shows every field in phase %s, under the names of its history",
    (phase) => {
      const outcome = dealt(game);
      const names = Object.keys(fieldsOf(game.historyFields(outcome)));
      expect(Object.keys(fieldsOf(game.publicFields(outcome, phase)))).toEqual(names);
      expect(Object.keys(fieldsOf(game.publicFields(null, phase)))).toEqual(names);
    },
  );

  test.each(PHASES)("the game shows only null for an unknown outcome in %s", (phase) => {
    const values = Object.values(fieldsOf(game.publicFields(null, phase)));
    expect(values.length).toBeGreaterThan(0);
    expect(new Set(values)).toEqual(new Set([null]));
  });

  test.each(["result", "waiting"] as const)(
    "the game shows in %s what its history will list",
    (phase) => {
      const outcome = dealt(game);
      expect(game.publicFields(outcome, phase)).toStrictEqual(game.historyFields(outcome));
    },
  );

  test("the history has exactly the outcome", () => {
    fc.assert(
      fc.property(key, (bytes) => {
        const outcome = game.deal(randomFromKey(bytes));
        expect(game.historyFields(outcome)).toStrictEqual(outcome);
      }),
    );
  });

  test("the game names one of its sides as the winner of every round", () => {
    const sides = game.board.sides.map(({ id }) => id);
    fc.assert(
      fc.property(key, (bytes) => {
        expect(sides).toContain(game.board.winner(game.deal(randomFromKey(bytes))));
      }),
    );
  });

  test("only a tie is marked with a sign that is no other side's letter", () => {
    const ties = game.board.sides.filter(({ id }) => id === "tie");
    expect(ties.map(({ letter }) => letter)).toEqual(ties.map(() => "="));
  });

  test("the sides of the game differ in id, letter and colour", () => {
    const { sides } = game.board;
    expect(new Set(sides.map(({ id }) => id)).size).toBe(sides.length);
    expect(new Set(sides.map(({ letter }) => letter)).size).toBe(sides.length);
    expect(new Set(sides.map(({ colour }) => colour)).size).toBe(sides.length);
  });
});
