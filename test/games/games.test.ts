import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decidingBeacon, QUICKNET } from "../../src/fairness/chain.ts";
import { games, slugs } from "../../src/games/index.ts";
import { GENESIS_MS, PHASES } from "../../src/round/phases.ts";
import { randomFromKey } from "../../src/round/random.ts";

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const named = games.map((game) => ({ slug: game.slug, game }));

describe("the list of games", () => {
  test("the three games keep their slugs, codes and event types", () => {
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

describe.each(named)("the $slug game", ({ game }) => {
  test("the game's four phases fill its round", () => {
    expect(game.phases.map(({ phase }) => phase)).toEqual([...PHASES]);
    expect(game.phases.reduce((sum, { ms }) => sum + ms, 0)).toBe(game.intervalMs);
    expect(Math.min(...game.phases.map(({ ms }) => ms))).toBeGreaterThan(0);
  });

  test("a beacon is due 3 s after bets on the game close in drand mode", () => {
    const closesAtMs = GENESIS_MS + game.drand.closesMs;
    expect(decidingBeacon(closesAtMs, QUICKNET)).toBeGreaterThan(0);
  });

  test("every round of the game uses the same number of draws", () => {
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

  test("the history entry has exactly the fields of the outcome", () => {
    fc.assert(
      fc.property(key, (bytes) => {
        const outcome = game.deal(randomFromKey(bytes));
        expect(game.historyFields(outcome)).toStrictEqual(outcome);
      }),
    );
  });

  test("the game's sides differ in id, letter and colour", () => {
    const { sides } = game;
    expect(new Set(sides.map(({ id }) => id)).size).toBe(sides.length);
    expect(new Set(sides.map(({ letter }) => letter)).size).toBe(sides.length);
    expect(new Set(sides.map(({ colour }) => colour)).size).toBe(sides.length);
  });
});
