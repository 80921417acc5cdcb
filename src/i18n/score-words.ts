/** The words on roads, statistics and the history of a table. */
export interface ScoreWords {
  /** What players call the roads. */
  roads: Readonly<
    Record<"bead-plate" | "big-road" | "big-eye-boy" | "small-road" | "cockroach-pig", string>
  >;
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
  /** Of two cards that are alike in suit too. */
  suitedTie: string;
  /** "If next is": heads what each derived road would draw then, which is never a prediction. */
  wouldDraw: string;
  /** "If Banker is next". */
  ifNext(side: string): string;
  /** When a road would draw no mark. */
  nothing: string;
  /** Heads of columns. */
  side: string;
  count: string;
  share: string;
  /** The streak that stands now. */
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
