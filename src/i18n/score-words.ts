import type { Road } from "../round/road.ts";

/** The words on roads, statistics and the history of a table. */
export interface ScoreWords {
  /** What players call the roads. */
  roads: Readonly<Record<Road, string>>;
  /** All the roads together. */
  board: string;
  /** "24 results". */
  results(count: number): string;
  /** "24 marks", of a derived road. */
  marks(count: number): string;
  /** "last: Banker". */
  last(name: string): string;
  /** The colours of the derived roads. */
  colours: Readonly<Record<"red" | "blue", string>>;
  /** A tie of two cards of the same suit. */
  suitedTie: string;
  /** "If next is": the heading of what each derived road would draw, which is no prediction. */
  wouldDraw: string;
  /** "If Banker is next". */
  ifNext(side: string): string;
  /** If a road would draw no mark. */
  nothing: string;
  /** Column headings. */
  side: string;
  count: string;
  share: string;
  /** The current streak. */
  current: string;
  longest: string;
  pairs: string;
  wins: string;
  /** Places one to three. */
  podiums: string;
  lastRankings: string;
  outcome: string;
  winner: string;
}
