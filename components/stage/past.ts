/** What the rounds before tell, as the scoreboards do: it says nothing of the one to come. */
export interface Past {
  /** The side that has won the last rounds in a row, ties aside; null on an empty board. */
  streak: { side: string; length: number } | null;
  /** How the sides of a race have done, by their ids. */
  form: Readonly<Record<string, Form>>;
}

/** How one side of a race has done. */
export interface Form {
  /** Its last places, latest first. */
  places: readonly number[];
  /** How often it came first on the board, and among the first three. */
  wins: number;
  podiums: number;
}
