import type { Words } from "./words.ts";

export const en: Words = {
  lang: "en",
  games: {
    dragontiger: {
      name: "Dragon Tiger",
      sides: { dragon: "Dragon", tiger: "Tiger", tie: "Tie" },
    },
    baccarat: {
      name: "Baccarat",
      sides: { player: "Player", banker: "Banker", tie: "Tie" },
      lettering: { natural: "Natural" },
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
      lettering: { start: "Start", finish: "Finish" },
    },
  },
  phases: {
    betting: "Place your bets",
    revealing: "No more bets",
    result: "Result",
    waiting: "Next round",
  },
  links: {
    live: "Live",
    stale: "Catching up",
    offline: "No connection",
    maintenance: "Down for maintenance",
  },
  round: "Round",
  dailyRound: "Today",
  lastResults: "Last results",
  noResults: "No results yet",
  secondsLeft: (seconds) => `${seconds} s left to bet`,
  betsClosed: "Bets are closed",
  nextRound: "The next round is about to begin",
  wins: (side) => `${side} wins`,
  tie: "Tie",
  points: (total) => `${total} points`,
  noRenderer: "This browser cannot draw the table; the results are below.",
};
