import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rareOf } from "../../../components/scenes/baccarat/rare-coups.ts";
import { rarity as baccaratRarity } from "../../../components/scenes/baccarat/rarity.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { isHot, rarity as raceRarity } from "../../../components/scenes/bigsixball/rarity.ts";
import { scene as race } from "../../../components/scenes/bigsixball/scene.ts";
import { rarity as duelRarity } from "../../../components/scenes/dragontiger/rarity.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { handTotal, playCoup } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { fixtures as races } from "../../../src/games/bigsixball/fixtures.ts";
import { fixtures as duels } from "../../../src/games/dragontiger/fixtures.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { SUITS, VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { Phase } from "../../../src/round/phases.ts";
import type { RecentForm } from "../../../src/table/recent-form.ts";
import { times } from "../../support/effort.ts";
import { outcomesOf, viewOf } from "./states.ts";

/** What is seen of a round and of what is rare about it, as one. */
function whole<Outcome, Pose, Parts extends Drawing<Pose>, More>(
  slug: string,
  scene: Scene<Outcome, Pose>,
  extras: Extras<Outcome, Pose, Parts, More>,
) {
  return {
    slug,
    outcomes: outcomesOf<Outcome>(slug),
    more: (view: Play<Outcome>, ms: number): More =>
      extras.pose(view, ms, scene.pose(view, ms), (at) => scene.pose(view, at)),
    all: (outcome: Outcome, phase: Phase, round: number, ms: number) => {
      const view = viewOf(slug, outcome, phase, round);
      return JSON.stringify(scene.pose(view, ms));
    },
  };
}
const duel = whole("dragontiger", dragontiger, duelRarity);
const coup = whole("baccarat", baccarat, baccaratRarity);
const six = whole("bigsixball", race, raceRarity);

const REVEAL_MS = 9_000;
const form = (side: string, length: number): RecentForm => ({
  streak: { side, length },
  sides: {},
});
const outcomeOf = <Outcome>(
  fixtures: readonly { title: string; outcome: unknown }[],
  title: string,
): Outcome => fixtures.find((one) => one.title.startsWith(title))?.outcome as Outcome;

describe.each([duel, coup, six])("20 rounds of $slug in a row that end alike", (game) => {
  test("are all different to look at", () => {
    // Each game's own outcomes: what `describe.each` makes of three games, no type can say.
    const { outcomes, all, slug } = game as typeof duel;
    const isRace = slug === "bigsixball";
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 1, max: 2 ** 32 }), (outcome, first) => {
        const rounds = Array.from({ length: 20 }, (_, i) =>
          (isRace ? [3_000, 9_000, 12_000] : [2_400, 4_800, 6_400])
            .map((ms) => all(outcome, "revealing", first + i, ms))
            .join(),
        );
        expect(new Set(rounds).size).toBe(20);
      }),
      { numRuns: isRace ? 4 : 20 },
    );
  });
});

describe("what is rare about a round", () => {
  const moments = fc.integer({ min: 0, max: REVEAL_MS });
  const phases = fc.constantFrom<Phase>("betting", "revealing");

  test.each([
    ["dragontiger", duel, ["dragon", "tiger"]],
    ["baccarat", coup, ["player", "banker"]],
  ] as const)("says nothing of the outcome before it is out: %s", (slug, game, sides) => {
    const { outcomes, more } = game as typeof duel;
    fc.assert(
      fc.property(
        fc.tuple(outcomes, outcomes),
        phases,
        moments,
        fc.constantFrom(...sides),
        fc.nat(12),
        (ends, phase, ms, side, length) => {
          const [one, other] = ends.map((outcome) => {
            const view = viewOf(slug, outcome, phase);
            return more({ ...view, revealMs: REVEAL_MS, form: form(side, length) }, ms);
          });
          expect(one).toEqual(other);
        },
      ),
    );
  });

  test("in a race no camera goes off and nothing burns before it is over", () => {
    fc.assert(
      fc.property(six.outcomes, phases, moments, (outcome, phase, ms) => {
        const { flashing, flown, burning } = six.more(viewOf("bigsixball", outcome, phase), 2 * ms);
        expect({ flashing, flown, burning }).toEqual({ flashing: 0, flown: 0, burning: 0 });
      }),
      { numRuns: times(7, 20) },
    );
  });
});

describe("a streak", () => {
  const ended = outcomeOf<DragonTigerOutcome>(duels, "Plain win: tiger");
  const heat = (phase: Phase, ms: number, side: string, length: number) =>
    duel.more(
      { ...viewOf("dragontiger", ended, phase), revealMs: REVEAL_MS, form: form(side, length) },
      ms,
    ).heat;

  test("warms its side of the rail from the fourth win on, more and more", () => {
    const right = (length: number) => heat("betting", 5_000, "tiger", length).right;
    expect([1, 2, 3].map(right)).toEqual([0, 0, 0]);
    const heats = [4, 5, 6, 8, 10, 30].map(right);
    expect(heats[0]).toBeGreaterThan(0);
    expect(heats).toEqual(heats.toSorted((a, b) => a - b));
    expect(heats.at(-1)).toBe(1);
    expect(heat("betting", 5_000, "tiger", 8).left).toBe(0);
    expect(heat("betting", 5_000, "dragon", 8)).toMatchObject({ right: 0 });
  });

  test("goes out before a result, and only one that lasts comes back", () => {
    expect(heat("revealing", REVEAL_MS, "tiger", 6).right).toBe(0);
    expect(heat("result", 0, "tiger", 7).right).toBe(0);
    expect(heat("result", 2_000, "tiger", 7).right).toBeGreaterThan(0.5);
    expect(heat("waiting", 1_000, "tiger", 7).right).toBe(heat("betting", 0, "tiger", 7).right);
    // Results that come late still hold the streak that was broken.
    expect(heat("result", 2_000, "dragon", 6)).toMatchObject({ left: 0, right: 0 });
  });
});

describe("moments that not every round has", () => {
  test("gold of their suit rains on twins, and on no other tie", () => {
    const suitOf = (title: string) =>
      duel.more(viewOf("dragontiger", outcomeOf<DragonTigerOutcome>(duels, title), "result"), 1_500)
        .suit;
    expect(suitOf("Suited tie")).toBe("D");
    expect(["Tie", "Close call", "Landslide", "Plain win"].map(suitOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  const card: fc.Arbitrary<Card> = fc.record({
    value: fc.constantFrom(...VALUES),
    suit: fc.constantFrom(...SUITS),
  });

  test("six lanterns are for ties of six cards, and a comet for who was far behind and drew", () => {
    const seen = new Set<string | null>();
    fc.assert(
      fc.property(fc.array(card, { minLength: 6, maxLength: 6 }), (cards) => {
        const outcome: BaccaratOutcome = playCoup(cards);
        const { player_cards: player, banker_cards: banker, result } = outcome;
        const rare = rareOf({ round: 1, ...outcome }, result);
        seen.add(rare);
        const [won, lost] = result === "player" ? [player, banker] : [banker, player];
        const behind = handTotal(lost.slice(0, 2)) - handTotal(won.slice(0, 2));
        expect(rare === "six").toBe(result === "tie" && player.length + banker.length === 6);
        expect(rare === "comeback").toBe(result !== "tie" && won.length === 3 && behind > 3);
      }),
      { numRuns: 2_000 },
    );
    expect(seen).toEqual(new Set([null, "six", "comeback"]));
  });

  test("cameras go off for a photo finish alone, and only who came from behind flies like a comet", () => {
    const seen = (title: string) => {
      const outcome = outcomeOf<Parameters<typeof six.all>[0]>(races, title);
      const at = (ms: number) => six.more(viewOf("bigsixball", outcome, "result", 1_234_567), ms);
      return [at(2_000).flashing > 0, at(4_900).flown > 0];
    };
    expect(seen("Photo finish: city")).toEqual([true, false]);
    expect(seen("From last to first")).toEqual([false, true]);
    expect(seen("Runaway: rovers")).toEqual([false, false]);
  });

  test("a ball is hot that was among the first three in four races in a row", () => {
    const places = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
    fc.assert(
      fc.property(places, (last) => {
        const four = last.slice(0, 4);
        expect(isHot({ places: last, wins: 0, podiums: 0 })).toBe(
          four.filter((place) => place < 4).length === 4,
        );
      }),
    );
    expect(isHot(null)).toBe(false);
  });
});
