import { contradiction, readCard, requireFields } from "./entry-fields.ts";
import type { PlayedCard } from "./entry-fields.ts";
import { simpleMarket } from "./market.ts";
import type { Market, MarketGame, Prize } from "./market.ts";

interface DragonTigerRound {
  readonly dragon: PlayedCard;
  readonly tiger: PlayedCard;
}

type Side = keyof DragonTigerRound;

/** The number of ordered pairs of cards from eight decks: 416 x 415. */
const DEALS = 172_640;
/** The number of pairs that tie. */
const TIES = 12_896;
/** The number of pairs in which one given card has a given rank. */
const ONE_RANK = DEALS / 13;

/** The market on Dragon or Tiger; a tie returns half of the stake. */
function sideMarket(side: Side, other: Side): Market<DragonTigerRound> {
  return {
    id: side,
    teams: 0,
    events: {
      won: { deals: (DEALS - TIES) / 2, prize: [1, 1] },
      tie: { deals: TIES, prize: "half" },
    },
    event: (round) => {
      const lead = round[side].rank - round[other].rank;
      return lead > 0 ? "won" : lead === 0 ? "tie" : null;
    },
  };
}

/** The markets on one card. Seven is neither big nor small; it is odd, which some casinos do not pay. */
function cardMarkets(side: Side): Market<DragonTigerRound>[] {
  const sixRanks = (id: string, prize: Prize, wins: (card: PlayedCard) => boolean) =>
    simpleMarket<DragonTigerRound>(`${side}-${id}`, 6 * ONE_RANK, prize, (round) =>
      wins(round[side]),
    );
  const halfOfSuits = (id: string, suits: string) =>
    simpleMarket<DragonTigerRound>(`${side}-${id}`, DEALS / 2, [9, 10], (round) =>
      suits.includes(round[side].suit),
    );
  return [
    sixRanks("big", [1, 1], ({ rank }) => rank > 7),
    sixRanks("small", [1, 1], ({ rank }) => rank < 7),
    {
      id: `${side}-odd`,
      teams: 0,
      events: {
        won: { deals: 6 * ONE_RANK, prize: [3, 4] },
        seven: { deals: ONE_RANK, prize: [3, 4] },
      },
      event: ({ [side]: { rank } }) => (rank === 7 ? "seven" : rank % 2 === 1 ? "won" : null),
    },
    sixRanks("even", [21, 20], ({ rank }) => rank % 2 === 0),
    halfOfSuits("red", "HD"),
    halfOfSuits("black", "SC"),
  ];
}

export const dragontiger: MarketGame<DragonTigerRound> = {
  slug: "dragontiger",
  deals: DEALS,
  teams: [],
  markets: [
    sideMarket("dragon", "tiger"),
    sideMarket("tiger", "dragon"),
    simpleMarket("tie", TIES, [8, 1], ({ dragon, tiger }) => dragon.rank === tiger.rank),
    simpleMarket(
      "suited-tie",
      2_912,
      [50, 1],
      ({ dragon, tiger }) => dragon.rank === tiger.rank && dragon.suit === tiger.suit,
    ),
    ...cardMarkets("dragon"),
    ...cardMarkets("tiger"),
  ],
  read(entry) {
    requireFields(entry, "dragontiger");
    const dragon = readCard(entry["dragon"]);
    const tiger = readCard(entry["tiger"]);
    const lead = dragon.rank - tiger.rank;
    if (entry["result"] !== (lead > 0 ? "dragon" : lead < 0 ? "tiger" : "tie")) {
      throw contradiction("its result does not match its cards");
    }
    return { dragon, tiger };
  },
};
