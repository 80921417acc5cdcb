import { playCoup } from "../games/baccarat/game.ts";
import type { BaccaratOutcome } from "../games/baccarat/game.ts";
import { TEAMS } from "../games/bigsixball/game.ts";
import type { BigSixBallOutcome, Team } from "../games/bigsixball/game.ts";
import { compareCards } from "../games/dragontiger/game.ts";
import type { DragonTigerOutcome } from "../games/dragontiger/game.ts";
import { SUITS, VALUES } from "../round/cards.ts";
import type { Card } from "../round/cards.ts";

/** An outcome worth looking at, and what it is called in the list. */
export interface Fixture {
  title: string;
  outcome: unknown;
}

/** Outcomes by game, chosen for how differently they look. The rules settle all that follows from the cards. */
export const fixtures: Readonly<Record<string, readonly Fixture[]>> = {
  dragontiger: [
    { title: "Landslide: dragon, king on ace", outcome: duel("KS AD") },
    { title: "Close call: tiger by one", outcome: duel("7C 8H") },
    { title: "Tie", outcome: duel("10H 10S") },
    { title: "Suited tie", outcome: duel("QD QD") },
    { title: "Plain win: tiger, jack on five", outcome: duel("5S JC") },
    { title: "Close call: dragon by one", outcome: duel("QH JS") },
    { title: "Landslide: tiger, king on two", outcome: duel("2C KH") },
  ],
  baccarat: [
    { title: "Player natural nine", outcome: coup("9H QC KS 7D 2C 3C") },
    { title: "Banker natural eight", outcome: coup("4H 3C 2S 5D 2C 3C") },
    { title: "Third-card fight: six cards, banker", outcome: coup("2H 2C 3S KD 9C 6D") },
    { title: "Third card, aces paired", outcome: coup("AH 7C AS KD 6C 6D") },
    { title: "Plain win: both stand", outcome: coup("7H 6C KS QD 2C 3C") },
    { title: "Tie on six", outcome: coup("6H 4C JS 2D 2C 3C") },
    { title: "Pairs on both sides", outcome: coup("3H 2C 3S 2D 4C 5D") },
    { title: "Tie of naturals, kings paired", outcome: coup("KH 5C 9S 4D 2C 3C") },
    { title: "Third card to the banker alone", outcome: coup("6H 3C KS 2D 5C 6D") },
  ],
  // Which story a race tells hangs on its round and its ranking: these are the ones of the preview's round.
  bigsixball: [
    { title: "Runaway: rovers", outcome: race("rovers united city wanderers athletic rangers") },
    {
      title: "Photo finish: city, rovers, wanderers",
      outcome: race("city rovers wanderers rangers athletic united"),
    },
    {
      title: "From last to first: united",
      outcome: race("united rangers athletic wanderers city rovers"),
    },
    {
      title: "Battle: rangers ahead of city",
      outcome: race("rangers city rovers athletic united wanderers"),
    },
    {
      title: "Photo finish: rangers, united, city",
      outcome: race("rangers united city wanderers rovers athletic"),
    },
    {
      title: "Runaway: athletic",
      outcome: race("athletic rangers wanderers united rovers city"),
    },
  ],
};

function duel(text: string): DragonTigerOutcome {
  const [dragon, tiger] = cards(text) as [Card, Card];
  return { dragon, tiger, result: compareCards(dragon, tiger) };
}

function coup(text: string): BaccaratOutcome {
  return playCoup(cards(text));
}

function race(text: string): BigSixBallOutcome {
  const ranking = text.split(" ") as Team[];
  const result_map = Object.fromEntries(TEAMS.map((team) => [team, ranking.indexOf(team) + 1]));
  return { result_map: result_map as Record<Team, number>, team_order: [3, 0, 5, 1, 4, 2] };
}

/** Cards out of short text: "10H QS". Throws for a card that does not exist. */
function cards(text: string): Card[] {
  return text.split(" ").map((short) => {
    const value = VALUES.find((known) => known === short.slice(0, -1));
    const suit = SUITS.find((known) => known === short.at(-1));
    if (value === undefined || suit === undefined) {
      throw new RangeError(`${short} is no card.`);
    }
    return { suit, value };
  });
}
