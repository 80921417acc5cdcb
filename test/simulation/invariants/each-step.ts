import type { DatabaseSync } from "node:sqlite";
import type { Findings } from "../findings.ts";
import type { Host } from "../host.ts";
import { checkBeacons } from "./beacons.ts";
import type { BooksWatch } from "./books.ts";
import { checkProcesses, checkTables } from "./bounds.ts";

/** What is promised of processes and of what they have committed. */
export interface StepChecks {
  /** After a step: looks at processes, and into the database if something was committed since it was looked into. */
  step(): void;
  /** Looks into the database whatever happened: some promises begin to hold when somebody is told something. */
  look(): void;
}

export interface StepChecksOptions {
  readonly findings: Findings;
  /** Another one after it was replaced. */
  readonly db: () => DatabaseSync;
  readonly books: Pick<BooksWatch, "check">;
  readonly hasBeacons: boolean;
  readonly hosts: () => readonly Pick<Host, "name" | "timers" | "sockets" | "handles">[];
  readonly nowMs: () => number;
}

export function createStepChecks(options: StepChecksOptions): StepChecks {
  const { findings, books, hasBeacons, hosts, nowMs } = options;
  let seen: { db: DatabaseSync; version: unknown } | undefined;

  /** Whether others have committed something since it was asked last. */
  function hasChanged(db: DatabaseSync): boolean {
    const version = db.prepare("pragma data_version").get()?.["data_version"];
    if (seen?.db === db && seen.version === version) {
      return false;
    }
    seen = { db, version };
    return true;
  }

  function lookInto(db: DatabaseSync): void {
    books.check(db, nowMs());
    if (hasBeacons) {
      checkBeacons(findings, db);
    }
    checkTables(findings, db);
  }

  return {
    step() {
      checkProcesses(findings, hosts());
      const db = options.db();
      if (hasChanged(db)) {
        lookInto(db);
      }
    },
    look: () => lookInto(options.db()),
  };
}
