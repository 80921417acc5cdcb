import type { TableView } from "../../src/hud/table/view.ts";
import type { StateFeed } from "./state-feed.ts";

/** The source of a table's rounds: the feed of the live game, or the replay of a finished round. */
export interface RoundSource extends Pick<
  StateFeed,
  "state" | "connection" | "times" | "results" | "schedule" | "ageMs" | "elapsedMs" | "remainMs"
> {
  /** The speed of a replay: 1 is the original speed, 0 is paused. Absent in a live game. */
  readonly rate?: number;
  /** Renders the controls of a replay, under the table. */
  renderControls?(view: TableView): unknown;
}
