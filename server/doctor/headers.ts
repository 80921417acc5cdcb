import { headerHash, isSigned } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { rootHex } from "../../src/fairness/publish.ts";
import { dateOfDay, dayAt, dayOfDate } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import { committedDays } from "../fairness/commitments.ts";
import { openHeaderJournal } from "../fairness/header-journal.ts";
import { storedHeader } from "../fairness/stored-header.ts";
import type { Store } from "../store/store.ts";
import { openHeadJournal } from "../tlog/head-journal.ts";
import { readEntries } from "../tlog/log-entries.ts";
import type { Say } from "./finding.ts";
import type { FoundSecrets } from "./secrets.ts";

/** Days from today back whose rounds are dealt anew, to compare them with what was promised: a year would take 15 s. */
const DEALT_DAYS = 2;

/**
 * Holds the published headers against their signatures, what this server noted when it signed, and the log, and those
 * from yesterday on against the secrets.
 *
 * @returns the headers that can be read.
 */
export async function lookAtHeaders(
  say: Say,
  {
    store,
    secrets,
    folder,
    nowMs,
  }: { store: Store; secrets: FoundSecrets | undefined; folder: string; nowMs: number },
): Promise<SignedHeader[]> {
  const headers: SignedHeader[] = [];
  for (const row of await store.db.selectFrom("day_header").selectAll().execute()) {
    try {
      headers.push(storedHeader(row));
    } catch (error) {
      say("fault", (error as Error).message);
    }
  }
  const before = countOf(say);
  for (const header of headers) {
    if (!isSigned(header)) {
      before.fault(
        `The header of ${header.date} of ${header.game} is not signed by its own key: somebody changed it. Put the database back from a backup.`,
      );
    }
  }
  const journal = await openHeaderJournal(folder);
  for (const header of headers) {
    const noted = journal.of(header.game, header.date);
    if (noted !== undefined && headerHash(noted) !== headerHash(header)) {
      before.fault(
        `The database and ${journal.file} hold two headers of ${header.date} of ${header.game}. Keep both: one of them was served, and a second one looks like a cheat. Put the database back that this server ran on last.`,
      );
    }
  }
  const forgotten = journal
    .all()
    .filter(
      ({ game, date }) => !headers.some((header) => header.game === game && header.date === date),
    );
  if (forgotten.length > 0) {
    before.warning(
      `${forgotten.length} signed headers are noted in ${journal.file} and not in the database, which is older: the next start puts them back.`,
    );
  }
  let dealt = 0;
  if (secrets !== undefined) {
    const days = committedDays(secrets);
    const today = dayAt(nowMs);
    for (const header of headers) {
      const game = games.find(({ slug }) => slug === header.game);
      const day = dayOfDate(header.date) as number;
      if (game === undefined || day <= today - DEALT_DAYS) {
        continue;
      }
      dealt += 1;
      if (rootHex(days(game, day).commitment) !== header.root) {
        before.fault(
          `The header of ${header.date} of ${header.game} promises other rounds than the secret gives. Put back the secret it was published with.`,
        );
      }
    }
  }
  await lookAtLog(before, store, folder);
  if (before.isWell()) {
    const published = new Set(headers.map(({ date }) => dayOfDate(date) as number));
    say(
      "ok",
      headers.length === 0
        ? "No day was published yet."
        : `${headers.length} headers of ${published.size} published days are signed; the last is ${dateOfDay(Math.max(...published))}. Those from yesterday on were dealt anew, and are what the secret gives: ${dealt}.`,
    );
  }
  return headers;
}

async function lookAtLog(
  say: ReturnType<typeof countOf>,
  store: Store,
  folder: string,
): Promise<void> {
  try {
    const entries = await readEntries(store, 0);
    const { maxSize, file } = await openHeadJournal(folder);
    if (maxSize > entries.length) {
      say.fault(
        `The log in the database has ${entries.length} entries, and ${file} says that this server signed ${maxSize}. Put the newer database back.`,
      );
    }
  } catch (error) {
    say.fault((error as Error).message);
  }
}

function countOf(say: Say) {
  let count = 0;
  const counted = (status: "fault" | "warning") => (words: string) => {
    count += 1;
    say(status, words);
  };
  return { fault: counted("fault"), warning: counted("warning"), isWell: () => count === 0 };
}
