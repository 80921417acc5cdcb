import type { SealWords } from "../seal-words.ts";

export const words: SealWords = {
  holds:
    "Your browser keeps what the house promised before bets closed. Rounds compared: {checked}, all as promised.",
  memory:
    "Your browser compares the rounds with what the house promised, but may store nothing: this lasts until the page is closed. Rounds compared: {checked}, all as promised.",
  broken: "The house broke a promise that your browser kept. Save the evidence.",
  save: "Save the evidence",
  kept: {
    title: "Kept by your browser",
    same: "The same hash, since before bets closed.",
    other: "Before bets closed it was another one:",
    none: "Nothing: this page was not open before bets closed.",
  },
};
