import type { Card } from "../round/cards.ts";
import type { Phase } from "../round/phases.ts";
import type { Connection } from "../table/connection.ts";
import type { Sheet } from "../table/controls.ts";
import type { ScoreWords } from "./score-words.ts";

/** What one game is called, and its sides (keys are the side ids of its board). */
export interface GameWords {
  /** BCP 47 tag of the language; scenes are given it (`gameWords`). */
  lang?: string;
  name: string;
  sides: Readonly<Record<string, string>>;
  /** What beads and places say in place of a side's own letter, by side id: one sign each. */
  letters?: Readonly<Record<string, string>>;
  /** What the banner says when a side has won, by side id: "Dragon wins", "Winner: City", "Tie". */
  won: Readonly<Record<string, string>>;
  /** What goes on while a round is played, after bets are closed: "Dealing", "Racing". */
  playing: string;
  /** What goes on while its end is seen once more, before the winner is named; left out where that never is. */
  replayed?: string;
  /** How it is played, a sentence or two each. */
  rules: readonly string[];
  /** What the odds are called, by their id. */
  odds: Readonly<Record<string, string>>;
  /**
   * What the scene writes on the table, such as `natural` or `photo`; `places` are all places, with
   * spaces between, and in `streak` and `record` the sign # stands for a number. A scene is also given
   * `open` and `closed`, the calls that open and close bets (`gameWords`).
   */
  lettering: Readonly<Record<string, string>>;
}

/** The words on the buttons of a table. */
export interface ControlWords {
  toolbar: string;
  sheet: string;
  close: string;
  sound: string;
  /** How much of it: the button that opens the choice, and the three levels. */
  soundLevel: string;
  soundOff: string;
  effects: string;
  withCalls: string;
  volume: string;
  /** The sound of the last seconds. */
  ticks: string;
  calm: string;
  fullScreen: string;
}

/** Every word a player reads, in one language. Numbers are formatted by the caller. */
export interface Words {
  /** BCP 47 tag. */
  lang: string;
  /** By slug. */
  games: Readonly<Record<string, GameWords>>;
  /** The phases. `revealing` says that bets are closed: each game has its own word for the rest. */
  phases: Readonly<Record<Phase, string>>;
  connections: Readonly<Record<Connection, string>>;
  controls: ControlWords;
  /** The pages of the sheet over the table. */
  sheets: Readonly<Record<Sheet, string>>;
  oddsCaption: string;
  /** Says that past rounds do not influence the next ones. */
  independence: string;
  /** How old the shown state is, if the connection is not live. */
  ageSeconds(seconds: number): string;
  scores: ScoreWords;
  /** A card as it is spoken: "king of spades". */
  card(card: Card): string;
  round: string;
  dailyRound: string;
  /** The tooltip of the round's number, which opens the proof. */
  proof: string;
  lastResults: string;
  noResults: string;
  secondsLeft(seconds: number): string;
  /** What a dealer calls a few seconds before bets close. */
  lastBets: string;
  betsClosed: string;
  nextRound: string;
  /** Names the next round; there is little room. */
  upNext(round: string): string;
}
