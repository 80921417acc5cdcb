import type { Chance } from "./chance.ts";

/** A disk, and how slow it is now. */
export interface DiskSpeed {
  /** Drawn apart: what else a seed decides stays as it is while no disk is slow. */
  readonly chance: Chance;
  /** What must reach the disk takes so long at most, ms; 0: no time at all. */
  slowMs: number;
}

/** Most of what is read lies in memory. */
const READ_FROM_DISK = 0.05;

/** How long a disk takes for something, ms. */
export function diskMs({ chance, slowMs }: DiskSpeed, does: "reads" | "writes"): number {
  if (slowMs === 0 || (does === "reads" && !chance.happens(READ_FROM_DISK))) {
    return 0;
  }
  return chance.between(slowMs / 10, slowMs);
}
