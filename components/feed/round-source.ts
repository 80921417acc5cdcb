import type { TableView } from "../../src/hud/table/view.ts";
import type { StateFeed } from "./state-feed.ts";

/** What a table shows rounds from: the feed of the live game, or a finished round that is played again. */
export interface RoundSource extends Pick<
  StateFeed,
  "state" | "connection" | "times" | "results" | "schedule" | "ageMs" | "elapsedMs" | "remainMs"
> {
  /** How fast the time of a replay runs: 1 as it did, 0 while it is paused. Left out by a live game. */
  readonly rate?: number;
  /** What a replay has under the table: its controls. */
  over?(view: TableView): unknown;
}
