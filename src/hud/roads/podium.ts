/** How often a side came first, and among the first three. */
export interface Podium {
  readonly wins: number;
  /** Of all rounds, 0 to 1; 0 on an empty board. */
  readonly winShare: number;
  readonly podiums: number;
}

/** The places of a podium. */
const PLACES = 3;

/** Counts the places of a side in rankings, which list the ids of sides from first to last. */
export function podiumOf(rankings: readonly (readonly string[])[], id: string): Podium {
  const wins = rankings.filter(([first]) => first === id).length;
  return {
    wins,
    winShare: rankings.length === 0 ? 0 : wins / rankings.length,
    podiums: rankings.filter((ranking) => ranking.slice(0, PLACES).includes(id)).length,
  };
}
