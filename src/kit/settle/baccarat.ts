import { contradiction, readCard, requireFields } from "./entry-fields.ts";
import type { PlayedCard } from "./entry-fields.ts";
import { simpleMarket } from "./market.ts";
import type { MarketGame } from "./market.ts";

interface BaccaratRound {
  readonly player: readonly PlayedCard[];
  readonly banker: readonly PlayedCard[];
  readonly playerTotal: number;
  readonly bankerTotal: number;
}

/** The number of ordered draws of six cards from eight decks. */
const DEALS = 4_998_398_275_503_360;
/** The number of draws that end in a tie. */
const TIES = 475_627_426_473_216;
/** The number of draws with a pair: 31 of the other 415 cards pair with a hand's first card. */
const PAIRS = (DEALS / 415) * 31;

const isPair = ([first, second]: readonly PlayedCard[]) => first?.rank === second?.rank;
const isPerfect = (hand: readonly PlayedCard[]) => isPair(hand) && hand[0]?.suit === hand[1]?.suit;
const total = (hand: readonly PlayedCard[]) =>
  hand.reduce((sum, { rank }) => sum + (rank >= 10 ? 0 : rank), 0) % 10;
const isNatural = (hand: readonly PlayedCard[]) => total(hand.slice(0, 2)) >= 8;

export const baccarat: MarketGame<BaccaratRound> = {
  slug: "baccarat",
  deals: DEALS,
  teams: [],
  markets: [
    {
      id: "player",
      teams: 0,
      events: {
        won: { deals: 2_230_518_282_592_256, prize: [1, 1] },
        tie: { deals: TIES, prize: "push" },
      },
      event: ({ playerTotal, bankerTotal }) =>
        playerTotal > bankerTotal ? "won" : playerTotal === bankerTotal ? "tie" : null,
    },
    {
      // With 5% commission. A win with six is a separate event, because tables without commission pay less for it.
      id: "banker",
      teams: 0,
      events: {
        won: { deals: 2_023_020_261_982_208, prize: [19, 20] },
        "won-with-six": { deals: 269_232_304_455_680, prize: [19, 20] },
        tie: { deals: TIES, prize: "push" },
      },
      event: ({ playerTotal, bankerTotal }) => {
        if (bankerTotal > playerTotal) {
          return bankerTotal === 6 ? "won-with-six" : "won";
        }
        return bankerTotal === playerTotal ? "tie" : null;
      },
    },
    simpleMarket(
      "tie",
      TIES,
      [8, 1],
      ({ playerTotal, bankerTotal }) => playerTotal === bankerTotal,
    ),
    simpleMarket("player-pair", PAIRS, [11, 1], ({ player }) => isPair(player)),
    simpleMarket("banker-pair", PAIRS, [11, 1], ({ banker }) => isPair(banker)),
    simpleMarket(
      "either-pair",
      718_854_004_327_680,
      [5, 1],
      ({ player, banker }) => isPair(player) || isPair(banker),
    ),
    {
      id: "perfect-pair",
      teams: 0,
      events: {
        one: { deals: 165_774_521_622_528, prize: [25, 1] },
        both: { deals: 1_423_071_546_624, prize: [200, 1] },
      },
      event: ({ player, banker }) =>
        [null, "one", "both"][Number(isPerfect(player)) + Number(isPerfect(banker))] ?? null,
    },
    simpleMarket(
      "natural",
      1_714_696_016_515_584,
      [9, 5],
      ({ player, banker }) => isNatural(player) || isNatural(banker),
    ),
    simpleMarket(
      "big",
      3_104_662_664_044_800,
      [27, 50],
      ({ player, banker }) => player.length + banker.length > 4,
    ),
    simpleMarket(
      "small",
      1_893_735_611_458_560,
      [3, 2],
      ({ player, banker }) => player.length + banker.length === 4,
    ),
  ],
  read(entry) {
    requireFields(entry, "baccarat");
    const player = readHand(entry["player_cards"]);
    const banker = readHand(entry["banker_cards"]);
    const playerTotal = total(player);
    const bankerTotal = total(banker);
    const lead = playerTotal - bankerTotal;
    if (entry["player_total"] !== playerTotal || entry["banker_total"] !== bankerTotal) {
      throw contradiction("a total does not match its cards");
    }
    if (entry["result"] !== (lead > 0 ? "player" : lead < 0 ? "banker" : "tie")) {
      throw contradiction("its result does not match its totals");
    }
    const natural = isNatural(player) || isNatural(banker);
    if (entry["natural"] !== natural || (natural && player.length + banker.length > 4)) {
      throw contradiction("its natural flag does not match its cards");
    }
    return { player, banker, playerTotal, bankerTotal };
  },
};

function readHand(cards: unknown): PlayedCard[] {
  if (!Array.isArray(cards) || cards.length < 2 || cards.length > 3) {
    throw contradiction("a hand does not have two or three cards");
  }
  return cards.map(readCard);
}
