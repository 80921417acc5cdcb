import { playCoup } from "../../../src/games/baccarat/rules.ts";
import { TEAMS } from "../../../src/games/bigsixball/game.ts";
import { compareCards } from "../../../src/games/dragontiger/game.ts";
import { parseCards } from "../../../src/round/card-text.ts";
import type { Card } from "../../../src/round/cards.ts";

/** A round's entry as in `results`; the outcome is left open, as it is to `settle`. */
export type Entry = { round: number; daily_round: number; date: string } & Record<string, unknown>;

export const ROUND = 936_206;
/** What every entry begins with. */
export const HEAD = { round: ROUND, daily_round: 206, date: "2026-11-22" };

/** A round of Dragon Tiger from two cards, such as `KH 2S`. */
export function dragonTigerRound(text: string): Entry {
  const [dragon, tiger] = parseCards(text) as [Card, Card];
  return { ...HEAD, dragon, tiger, result: compareCards(dragon, tiger) };
}

/** A coup of Baccarat from six cards of the shoe. */
export function coup(text: string): Entry {
  return { ...HEAD, ...playCoup(parseCards(text)) };
}

/** A race from the numbers of the teams, first place first. */
export function race(numbers: string): Entry {
  const ranks = TEAMS.map((team, index) => [team, numbers.indexOf(String(index + 1)) + 1]);
  return { ...HEAD, result_map: Object.fromEntries(ranks), team_order: [0, 1, 2, 3, 4, 5] };
}

/** Rounds in which between them everything comes out that a bet can be on, and everything does not. */
export const rounds: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  dragontiger: {
    "dragon with a king": dragonTigerRound("KH 2S"),
    "tiger with an eight": dragonTigerRound("5C 8D"),
    "tie of nines": dragonTigerRound("9S 9H"),
    "suited tie of queens": dragonTigerRound("QD QD"),
    "a seven for the dragon": dragonTigerRound("7H 6S"),
    "a seven for the tiger": dragonTigerRound("AD 7C"),
    "tie of sevens": dragonTigerRound("7S 7D"),
    "ten against jack": dragonTigerRound("10C JH"),
  },
  baccarat: {
    "player natural nine": coup("9H QC KS 7D 2C 3C"),
    "banker natural eight": coup("4H 3C 2S 5D 2C 3C"),
    "six cards, banker": coup("2H 2C 3S KD 9C 6D"),
    "five cards": coup("6H 3C KS 2D 5C 6D"),
    "tie on six": coup("6H 4C JS 2D 2C 3C"),
    "tie of naturals, kings and not": coup("KH 5C 9S 4D 2C 3C"),
    "banker wins with six in two": coup("2H 4C 3S 2D KC 3C"),
    "banker wins with six in three": coup("6H 2C KS 3D AC 6D"),
    "player pair, suits apart": coup("3H 2C 3S 4D 2D 5D"),
    "banker pair, perfect": coup("KH 4C 7S 4C 2D 5D"),
    "both pairs perfect": coup("2H 3C 2H 3C 2D 5D"),
    "player perfect, banker plain": coup("5H 6C 5H 6D 2D KD"),
  },
  bigsixball: {
    "rovers first": race("123456"),
    "united first": race("265431"),
    "city first": race("312645"),
    "wanderers first": race("451326"),
    "athletic first": race("546213"),
    "rangers first": race("632154"),
  },
};
