import type { Mark, RoadColour } from "../round/mark.ts";
import { derivedRoad } from "./derived-road.ts";
import type { DerivedRoadName } from "./derived-road.ts";

/**
 * The mark that a derived road would get if a side won next; null if it would get none. It predicts
 * nothing: rounds are independent.
 */
export function askRoad(
  marks: readonly Mark[],
  name: DerivedRoadName,
  next: RoadColour,
): RoadColour | null {
  const drawn = derivedRoad(marks, name).length;
  const cells = derivedRoad([...marks, { colour: next, pairs: [] }], name);
  return cells.length > drawn ? (cells.at(-1)?.colour ?? null) : null;
}
