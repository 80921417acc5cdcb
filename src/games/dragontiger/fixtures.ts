import { parseCards } from "../../round/cards.ts";
import type { Card } from "../../round/cards.ts";
import type { Fixture } from "../contract.ts";
import { compareCards } from "./game.ts";
import type { DragonTigerOutcome } from "./game.ts";

/** Outcomes that look different from each other. Everything but the cards follows from the rules. */
export const fixtures: readonly Fixture<DragonTigerOutcome>[] = [
  { title: "Landslide: dragon, king on ace", outcome: duel("KS AD") },
  { title: "Close call: tiger by one", outcome: duel("7C 8H") },
  { title: "Tie", outcome: duel("10H 10S") },
  { title: "Suited tie", outcome: duel("QD QD") },
  { title: "Plain win: tiger, jack on five", outcome: duel("5S JC") },
  { title: "Close call: dragon by one", outcome: duel("QH JS") },
  { title: "Landslide: tiger, king on two", outcome: duel("2C KH") },
];

function duel(text: string): DragonTigerOutcome {
  const [dragon, tiger] = parseCards(text) as [Card, Card];
  return { dragon, tiger, result: compareCards(dragon, tiger) };
}
