import type { Migration } from "kysely/migration";

/**
 * One change of the tables. A version and the one before it run on the same database until the upgrade is
 * confirmed, so what a version takes away goes last.
 */
export interface StoreMigration extends Migration {
  /**
   * Adds what this version needs, when its first server starts. Servers of the version before go on beside it:
   * nothing of theirs is changed or removed, and what they write fits without the new columns.
   */
  readonly up: Migration["up"];
  /** Takes back all that `up` added, and what was written there with it. The tables of 0.1.0 have none. */
  readonly down?: Migration["up"];
  /**
   * Removes what only earlier versions used, once the upgrade is confirmed. It may run after the `up` of a
   * later version, which must therefore do without what is removed here.
   */
  readonly finish?: Migration["up"];
}
