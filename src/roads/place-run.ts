/** A side that has come first, or among the first three, again and again until now. */
export interface PlaceRun {
  readonly kind: "wins" | "podiums";
  /** The id of the side. */
  readonly side: string;
  /** Rounds in a row. */
  readonly length: number;
}

const PODIUM = 3;
/** Shorter runs are too common: one of two wins comes every sixth race. */
const LEAST_WINS = 2;
const LEAST_PODIUMS = 4;

/**
 * The run that rankings end with; null for none that is worth telling. Wins go before podiums; of equal
 * runs the one of the side that came in first counts.
 *
 * @param rankings ids of sides from first to last, of the oldest race first
 */
export function placeRun(rankings: readonly (readonly string[])[]): PlaceRun | null {
  const [winner, ...others] = rankings.at(-1)?.slice(0, PODIUM) ?? [];
  if (winner === undefined) {
    return null;
  }
  const wins = runOf(rankings, ([first]) => first === winner);
  if (wins >= LEAST_WINS) {
    return { kind: "wins", side: winner, length: wins };
  }
  const podiums = [winner, ...others].map((side) => ({
    kind: "podiums" as const,
    side,
    length: runOf(rankings, (ranking) => ranking.slice(0, PODIUM).includes(side)),
  }));
  const longest = podiums.reduce((best, each) => (each.length > best.length ? each : best));
  return longest.length >= LEAST_PODIUMS ? longest : null;
}

/** How many of the last rankings are as wanted. */
function runOf(
  rankings: readonly (readonly string[])[],
  isWanted: (ranking: readonly string[]) => boolean,
): number {
  return rankings.length - 1 - rankings.findLastIndex((ranking) => !isWanted(ranking));
}
