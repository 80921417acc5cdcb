import type { Assets } from "../../server/pages/assets.ts";
import type { Pages } from "../../server/pages/pages.ts";

/** How a run is to be. */
export interface Run {
  readonly seed: number;
  readonly hours: number;
  readonly pages: Pages;
  readonly assets: Assets;
  readonly onLine?: (line: string) => void;
}

/** What came of a run. */
export interface Outcome {
  /** What was broken; null: nothing. */
  readonly broken: string | null;
  readonly traceHash: string;
  readonly entries: number;
  /** How much of its time something could happen in, ms. */
  readonly livedMs: number;
  /** The end of the trace. */
  readonly tail: readonly string[];
}
