import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { TEAMS } from "../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import type { Card } from "../../../src/round/cards.ts";

/* The markets again, from the rules, not the library: the return on one staked unit, in hundredths. */

type Rule<Outcome> = (outcome: Outcome, teams: readonly string[], variant: string) => number;

const isRed = ({ suit }: Card) => suit === "H" || suit === "D";
const onTie: Record<string, number> = { "tie-push": 100, "tie-lost": 0 };

function ofCard(side: "dragon" | "tiger"): Record<string, Rule<DragonTigerOutcome>> {
  return {
    [`${side}-big`]: ({ [side]: card }) =>
      ["8", "9", "10", "J", "Q", "K"].includes(card.value) ? 200 : 0,
    [`${side}-small`]: ({ [side]: card }) =>
      ["A", "2", "3", "4", "5", "6"].includes(card.value) ? 200 : 0,
    [`${side}-odd`]: ({ [side]: card }, _teams, variant) => {
      if (variant === "seven-lost") {
        return ["A", "3", "5", "9", "J", "K"].includes(card.value) ? 200 : 0;
      }
      return ["A", "3", "5", "7", "9", "J", "K"].includes(card.value) ? 175 : 0;
    },
    [`${side}-even`]: ({ [side]: card }, _teams, variant) =>
      ["2", "4", "6", "8", "10", "Q"].includes(card.value)
        ? variant === "seven-lost"
          ? 200
          : 205
        : 0,
    [`${side}-red`]: ({ [side]: card }) => (isRed(card) ? 190 : 0),
    [`${side}-black`]: ({ [side]: card }) => (isRed(card) ? 0 : 190),
  };
}

const dragontiger: Record<string, Rule<DragonTigerOutcome>> = {
  dragon: ({ result }, _teams, variant) =>
    result === "dragon" ? 200 : result === "tie" ? (onTie[variant] ?? 50) : 0,
  tiger: ({ result }, _teams, variant) =>
    result === "tiger" ? 200 : result === "tie" ? (onTie[variant] ?? 50) : 0,
  tie: ({ result }, _teams, variant) =>
    result === "tie" ? (variant === "tie-11" ? 1200 : 900) : 0,
  "suited-tie": ({ dragon, tiger }) =>
    dragon.value === tiger.value && dragon.suit === tiger.suit ? 5100 : 0,
  ...ofCard("dragon"),
  ...ofCard("tiger"),
};

const isPair = ([one, two]: readonly Card[]) => one !== undefined && one.value === two?.value;
const isPerfect = ([one, two]: readonly Card[]) =>
  one !== undefined && one.value === two?.value && one.suit === two.suit;
const count = ({ player_cards, banker_cards }: BaccaratOutcome) =>
  player_cards.length + banker_cards.length;
const pairReturn = (variant: string) => (variant === "pair-12" ? 1300 : 1200);

const baccarat: Record<string, Rule<BaccaratOutcome>> = {
  player: ({ result }) => ({ player: 200, banker: 0, tie: 100 })[result],
  banker: ({ result, banker_total }, _teams, variant) => {
    const win = variant !== "super-six" ? 195 : banker_total === 6 ? 150 : 200;
    return { player: 0, banker: win, tie: 100 }[result];
  },
  tie: ({ result }, _teams, variant) => (result === "tie" ? (variant === "tie-9" ? 1000 : 900) : 0),
  "player-pair": (coup, _teams, variant) => (isPair(coup.player_cards) ? pairReturn(variant) : 0),
  "banker-pair": (coup, _teams, variant) => (isPair(coup.banker_cards) ? pairReturn(variant) : 0),
  "either-pair": (coup) => (isPair(coup.player_cards) || isPair(coup.banker_cards) ? 600 : 0),
  "perfect-pair": ({ player_cards, banker_cards }) => {
    const [player, banker] = [isPerfect(player_cards), isPerfect(banker_cards)];
    return player && banker ? 20_100 : player || banker ? 2600 : 0;
  },
  natural: ({ natural }) => (natural ? 280 : 0),
  big: (coup, _teams, variant) => (count(coup) >= 5 ? (variant === "big-53" ? 153 : 154) : 0),
  small: (coup, _teams, variant) => (count(coup) === 4 ? (variant === "big-53" ? 245 : 250) : 0),
};

const bigsixball: Record<string, Rule<BigSixBallOutcome>> = Object.fromEntries(
  Object.entries<
    (place: (team?: string) => number, won: number, teams: readonly string[]) => number
  >({
    winner: (place, _won, [team]) => (place(team) === 1 ? 570 : 0),
    podium: (place, _won, [team]) => (place(team) <= 3 ? 190 : 0),
    last: (place, _won, [team]) => (place(team) === 6 ? 570 : 0),
    exacta: (place, _won, [first, second]) =>
      place(first) === 1 && place(second) === 2 ? 2850 : 0,
    trifecta: (place, _won, [first, second, third]) =>
      place(first) === 1 && place(second) === 2 && place(third) === 3 ? 11_400 : 0,
    odd: (_place, won) => ([1, 3, 5].includes(won) ? 190 : 0),
    even: (_place, won) => ([2, 4, 6].includes(won) ? 190 : 0),
    high: (_place, won) => ([4, 5, 6].includes(won) ? 190 : 0),
    low: (_place, won) => ([1, 2, 3].includes(won) ? 190 : 0),
    "head-to-head": (place, _won, [one, other]) => (place(one) < place(other) ? 190 : 0),
  }).map(([market, rule]) => [
    market,
    ({ result_map }: BigSixBallOutcome, teams: readonly string[]) => {
      const places = new Map<string, number>(Object.entries(result_map));
      const won = TEAMS.findIndex((team) => result_map[team] === 1) + 1;
      return rule((team = "") => places.get(team) ?? NaN, won, teams);
    },
  ]),
);

const rules = { dragontiger, baccarat, bigsixball } as Readonly<
  Record<string, Readonly<Record<string, Rule<never>>>>
>;

/** The expected settlement of a bet on a finished round, under a paytable variant ("" is the default). */
export function expected(
  bet: { game: string; market: string; teams?: readonly string[] | undefined; stake: number },
  entry: unknown,
  variant: string,
): { outcome: string; returned: number } {
  const rule = rules[bet.game]?.[bet.market] as Rule<unknown>;
  const hundredths = rule(entry, bet.teams ?? [], variant);
  const named: Record<number, string> = { 0: "lost", 50: "half", 100: "push" };
  return {
    outcome: named[hundredths] ?? "won",
    returned: Number((BigInt(bet.stake) * BigInt(hundredths)) / 100n),
  };
}
