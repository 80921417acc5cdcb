import type { Phase } from "../round/clock.ts";
import type { Link } from "../link.ts";
import type { ScoreWords } from "./score-words.ts";

/** What one game is called, and its sides (keys are the side ids of its board). */
export interface GameWords {
  name: string;
  sides: Readonly<Record<string, string>>;
  /** What the banner says when a side has won, by side id: "Dragon wins", "Tie". */
  won: Readonly<Record<string, string>>;
  /** What is lettered on the table in the game's own terms, such as "third card". */
  lettering?: Readonly<Record<string, string>>;
}

/** Every word a player reads, in one language. Numbers are formatted by the caller. */
export interface Words {
  /** BCP 47 tag. */
  lang: string;
  /** By slug. */
  games: Readonly<Record<string, GameWords>>;
  phases: Readonly<Record<Phase, string>>;
  links: Readonly<Record<Link, string>>;
  scores: ScoreWords;
  round: string;
  dailyRound: string;
  lastResults: string;
  noResults: string;
  secondsLeft(seconds: number): string;
  betsClosed: string;
  nextRound: string;
}
