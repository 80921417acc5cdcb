import type { DerivedRoadName } from "../roads/derived-road.ts";
import { stamps } from "./road-picture.ts";

/** How each derived road draws its marks: players tell the roads apart by it. */
export const derivedStamps = {
  "big-eye-boy": { kind: "ring", stamp: stamps.ring },
  "small-road": { kind: "dot", stamp: stamps.dot },
  "cockroach-pig": { kind: "slash", stamp: stamps.slash },
} as const satisfies Record<DerivedRoadName, object>;
