import type { BeaconChain } from "../../src/fairness/chain.ts";
import { firstCovered } from "../../src/fairness/check-header.ts";
import { headerHash, hasValidSignature, publicKeyOf } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { makeHeader, rootHex } from "../../src/fairness/publish.ts";
import { readHeader } from "../../src/fairness/read-untrusted.ts";
import { dateOfDay, dayAt, dayOfDate, dayStartMs } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { timingOf } from "../../src/games/timing.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { DAY_MS, HOUR_MS } from "../../src/round/phases.ts";
import type { Log } from "../runtime/log.ts";
import { StartError } from "../runtime/start-error.ts";
import { serialized } from "../store/serialized.ts";
import { StoreError } from "../store/store-error.ts";
import type { Store, StoredRow } from "../store/store.ts";
import type { CommittedDays } from "./commitments.ts";
import type { HeaderJournal } from "./header-journal.ts";

export type DayHeaders = Awaited<ReturnType<typeof openDayHeaders>>;

export interface DayHeadersOptions {
  readonly store: Store;
  readonly days: CommittedDays;
  readonly signingKey: Uint8Array;
  /** The mode of unpublished days. */
  readonly entropy: Entropy;
  /** The chain in the settings; beacons of other chains are not fetched. */
  readonly chain: BeaconChain;
  readonly journal: HeaderJournal;
  /** Whether no other server shares the store. */
  readonly isAlone: boolean;
  /** The last UTC day for which the house vouches (PUBLISH_LATE) that nothing was published; null for none. */
  readonly vouchedDay: number | null;
  readonly log: Log;
}

/** How long before its day a header is published: a day, with an hour to spare. */
const AHEAD_MS = 25 * HOUR_MS;
/** On a shared store, a server publishes its first days as late as possible, with time for one more check. */
const LATEST_MS = DAY_MS + 30_000;
/** How far back missing beacons are fetched. */
const BEACON_DAYS = 7;

/** Servers that start together for the very first time all publish within this time. */
const FIRST_START_MS = HOUR_MS;

/**
 * Opens the headers in the store. Stores again the headers that this server has served but the store has lost.
 *
 * @throws StoreError for a damaged header: a server without it could sign a second one, which would look like cheating.
 * @throws StartError if today's headers do not commit to the rounds that this server would deal, because the secret has
 * changed; if it cannot fetch the beacons that today and later days need; or if round lengths have changed.
 */
export async function openDayHeaders(options: DayHeadersOptions, nowMs: number) {
  const { store, days, signingKey, entropy, chain, journal, isAlone, log } = options;
  const publicKey = publicKeyOf(signingKey);
  const headers = new Map<string, SignedHeader>();
  const nameOf = (slug: string, day: number) => `${slug}:${day}`;
  const nameOfHeader = ({ game, date }: SignedHeader) => nameOf(game, dayOfDate(date) as number);
  const rows = await store.db.selectFrom("day_header").selectAll().execute();
  for (const row of rows) {
    headers.set(nameOf(row.game, row.day), storedHeader(row));
  }
  if (journal.all().some(({ key }) => key !== publicKey)) {
    throw new StartError(
      `The file ${journal.file} contains headers of another service. Move it elsewhere and restore this service's headers.`,
    );
  }
  const lost = journal
    .all()
    .filter(
      (header) =>
        games.some(({ slug }) => slug === header.game) &&
        !headers.has(nameOfHeader(header)) &&
        hasValidSignature(header),
    );
  for (const header of await insertHeaders(store, lost)) {
    headers.set(nameOfHeader(header), header);
    log("header restored", { game: header.game, date: header.date });
  }
  const stored = [...headers.values()];
  const refuseLate = lateDays(options, stored);
  let hasPublished = false;

  /**
   * Journals headers before they are served. If the journal has a different header, the store's takes precedence,
   * and the conflict is logged.
   */
  async function record(served: readonly SignedHeader[]): Promise<void> {
    for (const header of served) {
      const recorded = journal.of(header.game, header.date);
      if (recorded !== undefined && headerHash(recorded) !== headerHash(header)) {
        const hashes = { noted: headerHash(recorded), stored: headerHash(header) };
        log("two headers for one day", { game: header.game, date: header.date, ...hashes });
      }
    }
    await journal.record(served);
  }

  function requireTimes(header: SignedHeader): void {
    const game = games.find(({ slug }) => slug === header.game);
    const times = game && timingOf(game, header.entropy);
    if (times && (header.intervalMs !== times.intervalMs || header.closesMs !== times.closesMs)) {
      throw new StartError(
        `The header published for ${header.date} of ${header.game} uses different round times (bets close after ${header.closesMs} ms of ${header.intervalMs}) from those of this version (${times.closesMs} of ${times.intervalMs}), which cannot reproduce those rounds. Start the version that published it, or start again with an empty data folder or database.`,
      );
    }
  }

  function requireChain(header: SignedHeader): void {
    if (header.chain !== null && header.chain !== chain.hash) {
      throw new StartError(
        `The header published for ${header.date} of ${header.game} names the beacon chain ${header.chain}, but the settings name ${chain.hash}. Set DRAND_CHAIN back to that chain until that day is over.`,
      );
    }
  }

  function requireReproducible(): void {
    const today = dayAt(nowMs);
    for (const header of headers.values()) {
      requireTimes(header);
      if ((dayOfDate(header.date) as number) >= today) {
        requireChain(header);
      }
    }
    for (const game of games) {
      const header = headers.get(nameOf(game.slug, today));
      if (header !== undefined && header.root !== rootHex(days(game, today).commitment)) {
        throw new StartError(
          `The header published for ${header.date} commits to different rounds of ${game.slug} from those this server would deal. Restore the secret it was published with.`,
        );
      }
    }
  }

  async function publish(due: readonly [Game, number][], publishedAt: number): Promise<void> {
    const signed = due.map(([game, day]) => {
      const root = rootHex(days(game, day).commitment);
      const input = { game, day, root, chain: entropy === "drand" ? chain : null, publishedAt };
      return makeHeader(input, signingKey);
    });
    const held = await insertHeaders(store, signed);
    for (const [index, header] of held.entries()) {
      if (header.root !== signed[index]?.root) {
        throw new StartError(
          `Another server published ${header.date} of ${header.game} with a different secret. Give every server the same secret.`,
        );
      }
      requireChain(header);
      requireTimes(header);
    }
    await record(held);
    for (const header of held) {
      headers.set(nameOfHeader(header), header);
    }
  }

  requireReproducible();
  return {
    /** The header of a game's UTC day; undefined if none was published. */
    of: (game: Game, day: number) => headers.get(nameOf(game.slug, day)),
    beaconDays: (game: Game) =>
      [...headers.values()]
        .filter((header) => header.game === game.slug && header.chain === chain.hash)
        .map(({ date }) => dayOfDate(date) as number)
        .toSorted((a, b) => a - b)
        .slice(-BEACON_DAYS),
    /** Publishes every day that is due at `atMs`, unless another server has already done so. */
    async publishDue(atMs: number): Promise<void> {
      const today = dayAt(atMs);
      // The store might have been restored recently. Each server restores its journalled headers when it starts, so a
      // server on a shared store waits one more check before it publishes days that are not yet due.
      const aheadMs = !isAlone && !hasPublished ? LATEST_MS : AHEAD_MS;
      const endMs = atMs + aheadMs;
      const due: [game: Game, day: number][] = [];
      for (let day = today; day === today + 1 || dayStartMs(day) <= endMs; day++) {
        const missing = games.filter((game) => !headers.has(nameOf(game.slug, day)));
        due.push(...missing.map((game): [Game, number] => [game, day]));
      }
      // A running server knows which days it has published.
      if (!hasPublished) {
        for (const [, day] of due) {
          refuseLate(day, atMs);
        }
        // Recorded only after that check: a journal with the last stored day proves to the next start that no later day
        // was published, which a server that was just restored cannot know.
        await record(stored);
      }
      await publish(due, atMs);
      hasPublished = true;
    },
    /** A game's first round that began after its header was published; undefined if there is no header. */
    firstRound(slug: string): number | undefined {
      const [first] = [...headers.values()]
        .filter(({ game }) => game === slug)
        .toSorted((a, b) => a.firstRound - b.firstRound);
      return first && firstCovered(first);
    },
    /** The public keys that have signed headers, the current one first. */
    keys: () => [...new Set([publicKey, ...[...headers.values()].map(({ key }) => key)])],
  };
}

/**
 * Inserts the headers whose day is not stored yet, all or none, and returns the stored headers of all the days. Only
 * stored headers are ever published, and another server might have stored one first.
 */
async function insertHeaders(
  store: Store,
  wanted: readonly SignedHeader[],
): Promise<SignedHeader[]> {
  if (wanted.length === 0) {
    return [];
  }
  return serialized(store, async (transaction) => {
    const held: SignedHeader[] = [];
    for (const header of wanted) {
      const { game, date } = header;
      const day = dayOfDate(date) as number;
      await transaction
        .insertInto("day_header")
        .values({ game, day, header: JSON.stringify(header) })
        .onConflict((conflict) => conflict.columns(["game", "day"]).doNothing())
        .execute();
      const row = await transaction
        .selectFrom("day_header")
        .selectAll()
        .where("game", "=", game)
        .where("day", "=", day)
        .executeTakeFirstOrThrow();
      held.push(storedHeader(row));
    }
    return held;
  });
}

/**
 * Guards a day that was due but is not published: either no server ran at the time, or the day was published and the
 * store was restored from an older backup. A server that cannot rule out the latter must not sign: a day's second
 * header would look like cheating.
 *
 * @param stored the headers in the store.
 * @returns a function that throws a StartError, with instructions, for a day that must not be published at `nowMs`.
 */
function lateDays(
  { journal, isAlone, vouchedDay }: DayHeadersOptions,
  stored: readonly SignedHeader[],
): (day: number, nowMs: number) => void {
  // If the only server has the last stored day in its journal, no later day was published.
  const lastDate = stored
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  const isComplete =
    isAlone &&
    stored.every(({ game, date }) => date !== lastDate || journal.of(game, date) !== undefined);

  return (day, nowMs) => {
    const dueMs = dayStartMs(day - 1);
    // These are the first days: nothing was published, or only just now, by other servers.
    const isFirst = stored.every(({ publishedAt }) => publishedAt > nowMs - FIRST_START_MS);
    if (nowMs <= dueMs || isFirst || isComplete || day <= (vouchedDay ?? 0)) {
      return;
    }
    throw new StartError(
      `The header of ${dateOfDay(day)} should have been published by ${dateOfDay(day - 1)}T00:00Z, and neither the database nor ${journal.file} has it. First check the clock, which shows ${new Date(nowMs).toISOString()}. If the header was published, a second one would look like cheating, so restore that file or the newer database. If no server of this service was running then, start once with PUBLISH_LATE=${dateOfDay(day + 1)}.`,
    );
  };
}

/** @throws StoreError if the row contains no header, or another day's. */
function storedHeader({ game, day, header: text }: StoredRow<"day_header">): SignedHeader {
  try {
    const header = readHeader(JSON.parse(text));
    if (header.game !== game || dayOfDate(header.date) !== day) {
      throw new Error("it contains another day's header");
    }
    return header;
  } catch (error) {
    throw new StoreError(
      "damaged",
      `The row "${game}, ${day}" of the day_header table is damaged: ${(error as Error).message}. Restore the row, or the whole database, from a backup.`,
      { cause: error },
    );
  }
}
