import { beforeAll, expect, test } from "vitest";
import { playCoup } from "../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../src/games/baccarat/rules.ts";
import { games } from "../../src/kit/settle.ts";
import type { Card, CardValue } from "../../src/round/cards.ts";
import odds from "./odds.json" with { type: "json" };

/** One value for each number of points, and the number of cards in a shoe with these points. */
const KINDS: readonly { value: CardValue; cards: number }[] = [
  { value: "K", cards: 128 },
  { value: "A", cards: 32 },
  { value: "2", cards: 32 },
  { value: "3", cards: 32 },
  { value: "4", cards: 32 },
  { value: "5", cards: 32 },
  { value: "6", cards: 32 },
  { value: "7", cards: 32 },
  { value: "8", cards: 32 },
  { value: "9", cards: 32 },
];

/** Visits every possible coup, by points, with the number of ways to draw it from a full shoe. */
function eachCoup(visit: (shoe: readonly Card[], ways: number) => void): void {
  const left = KINDS.map(({ cards }) => cards);
  const shoe: Card[] = [];
  const draw = (ways: number) => {
    if (shoe.length === 6) {
      visit(shoe, ways);
      return;
    }
    for (const [kind, { value }] of KINDS.entries()) {
      const cards = left[kind] as number;
      shoe.push({ suit: "S", value });
      left[kind] = cards - 1;
      draw(ways * cards);
      left[kind] = cards;
      shoe.pop();
    }
  };
  draw(1);
}

/** Coups with the same totals, number of cards and natural, and the number of ways to draw them. */
interface CoupClass {
  readonly coup: BaccaratOutcome;
  ways: number;
}

// 4,998,398,275,503,360 draws are below 2^53, so plain numbers count them exactly.
const classes: CoupClass[] = [];

beforeAll(() => {
  const found: CoupClass[] = [];
  eachCoup((shoe, ways) => {
    const coup = playCoup(shoe);
    const { player_cards, banker_cards, player_total, banker_total, natural } = coup;
    const cards = player_cards.length + banker_cards.length;
    const index = ((player_total * 10 + banker_total) * 10 + cards) * 2 + Number(natural);
    const known = (found[index] ??= { coup, ways: 0 });
    known.ways += ways;
  });
  classes.push(...found.filter((known) => known !== undefined));
});

test("all coups together have exactly the published eight-deck odds", () => {
  const outcome: Record<string, number> = {};
  const outcome_by_cards: Record<string, number> = {};
  const joint_final_totals: Record<string, number> = {};
  let total = 0;
  for (const { coup, ways } of classes) {
    const cards = coup.player_cards.length + coup.banker_cards.length;
    add(outcome, coup.result, ways);
    add(outcome_by_cards, `${coup.result}_${cards}`, ways);
    add(joint_final_totals, `${coup.player_total}-${coup.banker_total}`, ways);
    total += ways;
  }
  expect({ total, outcome, outcome_by_cards, joint_final_totals }).toEqual({
    total: odds.baccarat.total,
    outcome: odds.baccarat.outcome,
    outcome_by_cards: odds.baccarat.outcome_by_cards,
    joint_final_totals: odds.baccarat.joint_final_totals,
  });
});

const game = games.find(({ slug }) => slug === "baccarat");
const byPoints = game?.markets.filter(({ id }) => !id.endsWith("-pair")) ?? [];

test.each(byPoints)('"$id" wins in as many coups as its chance states', (market) => {
  const counted: Record<string, number> = {};
  for (const { coup, ways } of classes) {
    const event = market.event(game?.read({ ...coup }), []);
    if (typeof event === "string") {
      add(counted, event, ways);
    }
  }
  expect(game?.deals).toBe(odds.baccarat.total);
  expect(Object.entries(market.events).map(([event, { deals }]) => [event, deals])).toEqual(
    Object.keys(market.events).map((event) => [event, counted[event]]),
  );
});

function add(counts: Record<string, number>, key: string, ways: number): void {
  counts[key] = (counts[key] ?? 0) + ways;
}
