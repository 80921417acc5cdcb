import type { TableView } from "../../src/hud/table/view.ts";
import type { StateFeed } from "./state-feed.ts";

/** The source of a table's rounds: the live game's feed, or a finished round's replay. */
export interface RoundSource extends Pick<
  StateFeed,
  "state" | "connection" | "times" | "results" | "schedule" | "ageMs" | "elapsedMs" | "remainMs"
> {
  /** The replay speed: 1 is the original speed, 0 is paused. Absent in a live game. */
  readonly rate?: number;
  /** Renders the replay controls, under the table. */
  renderControls?(view: TableView): unknown;
}
