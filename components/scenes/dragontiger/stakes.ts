import { compareCards } from "../../../src/games/dragontiger/game.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { Stake } from "../../stage/cards/stakes-said.ts";
import { stakesAmong } from "../../stage/cards/stakes.ts";

/** Which values of the tiger's card let which side win, by the dragon's. */
export const stakesOf = (dragon: Card): Stake[] =>
  stakesAmong(["tiger", "tie", "dragon"], (value) =>
    // No suit breaks a tie.
    compareCards(dragon, { value, suit: dragon.suit }),
  );
