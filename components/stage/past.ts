/** What the rounds before tell, as the scoreboards do: it says nothing of the one to come. */
export interface Past {
  /** The side that has won the last rounds in a row, ties aside; null on an empty board. */
  streak: { side: string; length: number } | null;
  /** The last places of the sides of a race, by their ids, latest first. */
  places: Readonly<Record<string, readonly number[]>>;
}
