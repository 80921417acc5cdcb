import type { DatabaseSync } from "node:sqlite";
import { headerHash } from "../../src/fairness/header.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { isOwn, openHeaderJournal } from "../fairness/header-journal.ts";
import { storedHeader } from "../fairness/stored-header.ts";
import { StartError } from "../runtime/start-error.ts";

/**
 * Holds a database against the headers that this machine has signed, whose file is only read.
 *
 * @returns how many the database has forgotten; null where this machine has no such file, or an empty one.
 * @throws StartError when the database has another header of a day: a second one would prove a cheat.
 */
export async function countForgotten(db: DatabaseSync, dataDir: string): Promise<number | null> {
  const journal = await openHeaderJournal(dataDir);
  const key = db.prepare("select value from meta where name = 'signing_key'").get();
  const signed = journal.all().filter((header) => isOwn(header, String(key?.["value"])));
  const query = db.prepare("select game, day, header from day_header where game = ? and day = ?");
  let forgotten = 0;
  for (const header of signed) {
    const row = query.get(header.game, dayOfDate(header.date));
    if (row === undefined) {
      forgotten += 1;
    } else if (headerHash(storedHeader(row as never)) !== headerHash(header)) {
      throw new StartError(
        `The header of ${header.date} of ${header.game} is another one than this machine has signed, as ${journal.file} says. A second header of a day would prove a cheat, so this backup is not restored.`,
      );
    }
  }
  return signed.length === 0 ? null : forgotten;
}
