import type { Words } from "./words.ts";

export const en: Words = {
  lang: "en",
  games: {
    dragontiger: {
      name: "Dragon Tiger",
      sides: { dragon: "Dragon", tiger: "Tiger", tie: "Tie" },
      won: { dragon: "Dragon wins", tiger: "Tiger wins", tie: "Tie" },
    },
    baccarat: {
      name: "Baccarat",
      sides: { player: "Player", banker: "Banker", tie: "Tie" },
      won: { player: "Player wins", banker: "Banker wins", tie: "Tie" },
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
      won: {
        rovers: "Rovers win",
        united: "United win",
        city: "City win",
        wanderers: "Wanderers win",
        athletic: "Athletic win",
        rangers: "Rangers win",
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
};
