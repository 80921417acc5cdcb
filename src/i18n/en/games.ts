import type { GameStrings } from "../game-words.ts";
/** Each game's words, by slug. */
export const games: Readonly<Record<string, GameStrings>> = {
  dragontiger: {
    name: "Dragon Tiger",
    sides: { dragon: "Dragon", tiger: "Tiger", tie: "Tie" },
    playing: "Dealing",
    rules: [
      "Dragon and Tiger get one card each, from eight decks shuffled for this round.",
      "The higher card wins. Ace is low, king is high; suits never break a tie.",
      "Bets are open until the countdown ring is empty.",
    ],
    odds: {
      dragon: "Dragon wins",
      tiger: "Tiger wins",
      tie: "Tie",
      "suited-tie": "Suited tie",
    },
    won: { dragon: "Dragon wins", tiger: "Tiger wins", tie: "Tie" },
  },
  baccarat: {
    name: "Baccarat",
    sides: { player: "Player", banker: "Banker", tie: "Tie" },
    playing: "Dealing",
    rules: [
      "Player and Banker get two cards each, from eight decks shuffled for this round. The hand closer to nine wins.",
      "An ace counts as one, two to nine count at face value, and tens and court cards count as zero. Only the last digit of a total counts.",
      "A total of eight or nine in two cards is a natural: neither hand draws.",
      "Otherwise Player draws a third card on five or less. If Player stood, Banker draws on five or less.",
      "If Player drew, Banker draws on two or less; on three unless Player’s third card was an eight; on four against two to seven; on five against four to seven; on six against six or seven.",
    ],
    odds: {
      banker: "Banker wins",
      player: "Player wins",
      tie: "Tie",
      natural: "A natural on either side",
      "player-pair": "Player pair",
      "banker-pair": "Banker pair",
    },
    won: { player: "Player wins", banker: "Banker wins", tie: "Tie" },
  },
  bigsixball: {
    name: "Big Six Ball",
    sides: {
      rovers: "Rovers",
      united: "United",
      city: "City",
      wanderers: "Wanderers",
      athletic: "Athletic",
      rangers: "Rangers",
    },
    playing: "Racing",
    replayed: "Finish replay",
    rules: [
      "Six marbles race, one for each team. The order in which they cross the line is the result.",
      "All 720 orders are equally likely. The race shows the drawn order; it does not determine it.",
      "Bets are open until the countdown ring is empty.",
    ],
    odds: {
      winner: "A given team comes first",
      podium: "A given team finishes in the top three",
      exacta: "Two given teams come first and second, in that order",
      trifecta: "Three given teams come first, second and third, in that order",
    },
    won: "Winner: {side}",
    lettering: {
      photo: "Photo finish",
      runaway: "Runaway",
      comeback: "From last to first",
      battle: "Neck and neck",
    },
  },
};
