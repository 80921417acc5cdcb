/** The tables by which servers watch each other's clocks. */
export interface TimeSchema {
  heartbeat: HeartbeatTable;
}

/** One row for each server that runs, or was killed. */
interface HeartbeatTable {
  server: string;
  /** Counts up: a row that stands still is of a server that does not run. */
  beat: number;
  /** What its machine's clock said when it wrote the row. */
  clock_ms: number;
  /** Which process it is, as `processName` names it. */
  process: string;
}
