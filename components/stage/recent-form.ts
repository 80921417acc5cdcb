/** The recent form: what the last rounds were, as the scoreboards show it. It says nothing of the next one. */
export interface RecentForm {
  /** The side that has won the last rounds in a row, ties aside; null on an empty board. */
  streak: { side: string; length: number } | null;
  /** How the sides of a race have done, by their ids. */
  sides: Readonly<Record<string, SideForm>>;
}

/** How one side of a race has done. */
export interface SideForm {
  /** Its last places, latest first. */
  places: readonly number[];
  /** How often it came first on the board, and among the first three. */
  wins: number;
  podiums: number;
}
