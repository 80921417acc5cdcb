import type { Card } from "../../round/cards.ts";
import { countedIn } from "../counted.ts";
import { games } from "./games.ts";

const suits = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" } as const;
const courts: Readonly<Record<string, string>> = { A: "ace", J: "jack", Q: "queen", K: "king" };
const counted = countedIn("en");

export const words = {
  lang: "en",
  games,
  phases: {
    betting: "Place your bets",
    revealing: "No more bets",
    result: "Result",
    waiting: "Round over",
  },
  connections: {
    live: "Live",
    stale: "Catching up",
    offline: "No connection",
    maintenance: "Maintenance",
    suspended: "Waiting to open",
  },
  controls: {
    toolbar: "Table",
    sheet: "Roads, results and rules",
    close: "Close",
    sound: "Sound",
    soundLevel: "Sound settings",
    soundOff: "Off",
    effects: "Effects",
    withCalls: "With calls",
    volume: "Volume",
    ticks: "Countdown sound",
    calm: "Calm",
    fullScreen: "Full screen",
  },
  sheets: { roads: "Roads", statistics: "Figures", history: "History", rules: "Rules" },
  oddsCaption: "Chances in one round",
  independence:
    "Every round is independent, from eight full decks or with all places open: earlier rounds say nothing about later ones.",
  ageSeconds: counted("# s old"),
  scores: {
    roads: {
      "bead-plate": "Bead plate",
      "big-road": "Big road",
      "big-eye-boy": "Big eye boy",
      "small-road": "Small road",
      "cockroach-pig": "Cockroach pig",
    },
    board: "Roads",
    results: counted({ one: "# result", other: "# results" }),
    marks: counted({ one: "# mark", other: "# marks" }),
    last: (name: string) => `last: ${name}`,
    colours: { red: "red", blue: "blue" },
    suitedTie: "Suited tie",
    wouldDraw: "If next is",
    ifNext: (side: string) => `If ${side} is next`,
    nothing: "nothing",
    side: "Side",
    count: "Rounds",
    share: "Share",
    current: "Run",
    longest: "Longest",
    pairs: "Pairs",
    wins: "Wins",
    podiums: "Top three",
    lastRankings: "Last finishing orders",
    outcome: "Outcome",
    winner: "Winner",
  },
  card: ({ suit, value }: Card) => `${courts[value] ?? value} of ${suits[suit]}`,
  round: "Round",
  dailyRound: "Today",
  proof: "Check this round",
  lastResults: "Last results",
  noResults: "No results yet",
  secondsLeft: counted("# s left to bet"),
  lastBets: "Last bets",
  betsClosed: "Bets are closed",
  nextRound: "The next round is about to begin",
  upNext: (round: string) => `Next: ${round}`,
};
