import type { BeaconChain } from "../../src/fairness/chain.ts";
import { firstCovered } from "../../src/fairness/check-header.ts";
import { headerHash } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { makeHeader, rootHex } from "../../src/fairness/publish.ts";
import { dayAt, dayOfDate, dayStartMs } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { timingOf } from "../../src/games/timing.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { dayUnreadable } from "../http/refusal.ts";
import type { Log } from "../runtime/log.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Store } from "../store/store.ts";
import type { CommittedDays } from "./commitments.ts";
import { isOwn } from "./header-journal.ts";
import type { HeaderJournal } from "./header-journal.ts";
import { insertHeaders } from "./insert-headers.ts";
import { lateDays } from "./late-days.ts";
import { ed25519 } from "./node-crypto.ts";
import { holdsHeader, storedHeader } from "./stored-header.ts";
import type { HeaderRow } from "./stored-header.ts";

/** The headers of days that were published. */
export interface DayHeaders {
  /**
   * The header of a game's UTC day; undefined when none was published.
   *
   * @throws HTTPError 503 for a day that `isLost`: nothing may be told of its rounds as if none was.
   */
  of(game: Game, day: number): SignedHeader | undefined;
  /** Whether the header of a day is in the store and cannot be read. */
  isLost(slug: string, day: number): boolean;
  /** The last UTC days of a game that need beacons, and those to come. */
  beaconDays(game: Game): number[];
  /** Publishes every day that is due at a time, unless another server has done it already. */
  publishDue(nowMs: number): Promise<void>;
  /** The public keys that signed, the present one first. */
  keys(): string[];
  /** The first round of a game that began after its header was published; undefined before any header. */
  firstRound(slug: string): number | undefined;
}

export interface DayHeadersOptions {
  readonly store: Store;
  readonly days: CommittedDays;
  /** 32 bytes. */
  readonly signingKey: Uint8Array;
  readonly publicKey: string;
  /** The mode of days that are not published yet. */
  readonly entropy: Entropy;
  /** The chain of the settings: the only one whose beacons can be had. */
  readonly chain: BeaconChain;
  /** What this server has served, whatever the store says. */
  readonly journal: HeaderJournal;
  /** Whether no other server shares the store. */
  readonly isAlone: boolean;
  /** Until which UTC day the house vouches (PUBLISH_LATE) that nothing was published; null for none. */
  readonly vouchedDay: number | null;
  readonly log: Log;
}

/** How long before a day its header is published at the latest: a day, and an hour to spare. */
const AHEAD_MS = 25 * 3_600_000;
/**
 * When waiting ends: a day that is not published 24 hours ahead can be published by nobody who was not there. Longer
 * than until the next look.
 */
const LATEST_MS = 24 * 3_600_000 + 30_000;
/** For so many days back, missing beacons are still fetched. */
const BEACON_DAYS = 7;

/**
 * Opens the headers in the store. Those that this server has served, and that the store has forgotten or holds
 * damaged, are put back into it. One that no line notes is left out where its day is long over and a later
 * one can be read: it costs that day alone. Refused are, as long as they are damaged:
 *
 * - headers of the last days and later ones, since rounds are dealt and beacons fetched by
 *   them, and since a server that does not know the last one could sign a second one, which proves a cheat;
 * - the header of another day in a row, since the row that it belongs in may be missing then.
 *
 * @throws StartError when today's do not commit to the rounds that this server would deal: its
 *   secret is another than the one they were published with; when it could not have the beacons
 *   that days from today on need; or when rounds had other lengths.
 */
export async function openDayHeaders(
  options: DayHeadersOptions,
  nowMs: number,
): Promise<DayHeaders> {
  const { store, days, signingKey, publicKey, entropy, chain, journal, isAlone, log } = options;
  const headers = new Map<string, SignedHeader>();
  const nameOf = (slug: string, day: number) => `${slug}:${day}`;
  const nameOfHeader = ({ game, date }: SignedHeader) => nameOf(game, dayOfDate(date) as number);
  const lost = new Set<string>();
  const rows = await store.db.selectFrom("day_header").selectAll().execute();
  const longOver = Math.min(dayAt(nowMs), ...lastDays(rows)) - BEACON_DAYS;
  for (const row of rows) {
    const header = await mended(row);
    if (header === undefined) {
      lost.add(nameOf(row.game, row.day));
    } else {
      headers.set(nameOf(row.game, row.day), header);
    }
  }
  const forgotten = journal.all().filter(
    (header) =>
      games.some(({ slug }) => slug === header.game) &&
      !headers.has(nameOfHeader(header)) &&
      // One signed with another key is no promise of this house: the folder may have been another's.
      isOwn(header, publicKey),
  );
  for (const header of await insertHeaders(store, forgotten)) {
    headers.set(nameOfHeader(header), header);
    log("header put back", { game: header.game, date: header.date });
  }
  const stored = [...headers.values()];
  const refuseLate = lateDays({ ...options, stored, hasLost: lost.size > 0 });
  let hasPublished = false;

  /**
   * The header of a row; where that is damaged, the one that this server noted when it was served, and
   * undefined where none was and the start does not depend on it.
   */
  async function mended(row: HeaderRow): Promise<SignedHeader | undefined> {
    try {
      return storedHeader(row);
    } catch (error) {
      // By the day of each: what the row has in its place may be none, and has no date then.
      const noted = journal
        .all()
        .find(({ game, date }) => game === row.game && dayOfDate(date) === row.day);
      if (noted === undefined || !isOwn(noted, publicKey)) {
        if (row.day >= longOver || holdsHeader(row)) {
          throw error;
        }
        log("header left out", { game: row.game, day: row.day, cause: String(error) });
        return undefined;
      }
      await store.db
        .updateTable("day_header")
        .set({ header: JSON.stringify(noted) })
        .where("game", "=", row.game)
        .where("day", "=", row.day)
        .execute();
      log("header put back", { game: noted.game, date: noted.date, cause: String(error) });
      return noted;
    }
  }

  /** Notes headers before they are served. If the journal has another one, the store's counts, and it is logged. */
  async function note(served: readonly SignedHeader[]): Promise<void> {
    for (const header of served) {
      const noted = journal.of(header.game, header.date);
      if (noted !== undefined && headerHash(noted) !== headerHash(header)) {
        const fields = { game: header.game, date: header.date };
        log("two headers of a day", {
          ...fields,
          noted: headerHash(noted),
          stored: headerHash(header),
        });
      }
    }
    await journal.note(served);
  }

  function requireTimes(header: SignedHeader): void {
    const game = games.find(({ slug }) => slug === header.game);
    const times = game && timingOf(game, header.entropy);
    if (times && (header.intervalMs !== times.intervalMs || header.closesMs !== times.closesMs)) {
      throw new StartError(
        `The header published for ${header.date} of ${header.game} says that bets close ${header.closesMs} ms into rounds of ${header.intervalMs} ms. This version has ${times.closesMs} in ${times.intervalMs}, and cannot tell those rounds as they were. Start the version that published it, or start anew with an empty data folder or database.`,
      );
    }
  }

  function requireChain(header: SignedHeader): void {
    if (header.chain !== null && header.chain !== chain.hash) {
      throw new StartError(
        `The header published for ${header.date} of ${header.game} names the chain of beacons ${header.chain}, and the settings name ${chain.hash}. Put DRAND_CHAIN back until that day is over.`,
      );
    }
  }

  function refuseOthers(): void {
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
          `The header published for ${header.date} commits to other rounds of ${game.slug} than this server would deal. Put back the secret it was published with.`,
        );
      }
    }
  }

  async function publish(due: readonly [Game, number][], publishedAt: number): Promise<void> {
    const made = due.map(([game, day]) => {
      const root = rootHex(days(game, day).commitment);
      const order = { game, day, root, chain: entropy === "drand" ? chain : null, publishedAt };
      return makeHeader(order, signingKey, ed25519);
    });
    const held = await insertHeaders(store, made);
    for (const [index, header] of held.entries()) {
      if (header.root !== made[index]?.root) {
        throw new StartError(
          `Another server published ${header.date} of ${header.game} with another secret.`,
        );
      }
      requireChain(header);
      requireTimes(header);
    }
    await note(held);
    for (const header of held) {
      headers.set(nameOfHeader(header), header);
    }
  }

  refuseOthers();
  return {
    of(game, day) {
      if (lost.has(nameOf(game.slug, day))) {
        throw dayUnreadable();
      }
      return headers.get(nameOf(game.slug, day));
    },
    isLost: (slug, day) => lost.has(nameOf(slug, day)),
    beaconDays: (game) =>
      [...headers.values()]
        .filter((header) => header.game === game.slug && header.chain === chain.hash)
        .map(({ date }) => dayOfDate(date) as number)
        .toSorted((a, b) => a - b)
        .slice(-BEACON_DAYS),
    async publishDue(atMs) {
      const today = dayAt(atMs);
      // The store may have been restored a moment ago: whichever server has noted a header puts it back at its
      // start, so one that shares the store waits a turn with what is not due yet.
      const aheadMs = !isAlone && !hasPublished ? LATEST_MS : AHEAD_MS;
      const untilMs = atMs + aheadMs;
      const due: [game: Game, day: number][] = [];
      for (let day = today; day === today + 1 || dayStartMs(day) <= untilMs; day++) {
        due.push(
          ...games
            .filter((game) => !headers.has(nameOf(game.slug, day)))
            .map((game): [Game, number] => [game, day]),
        );
      }
      // A running server knows what it has published.
      if (!hasPublished) {
        for (const [, day] of due) {
          refuseLate(day, atMs);
        }
        // Not before: to the next start a journal that has the last stored day says that nothing followed it, which a
        // server that was just restored cannot know.
        await note(stored);
      }
      await publish(due, atMs);
      hasPublished = true;
    },
    firstRound(slug) {
      const [first] = [...headers.values()]
        .filter(({ game }) => game === slug)
        .toSorted((a, b) => a.firstRound - b.firstRound);
      return first && firstCovered(first);
    },
    keys: () => [...new Set([publicKey, ...[...headers.values()].map(({ key }) => key)])],
  };
}

/** The last stored day of each game. */
function lastDays(rows: readonly HeaderRow[]): number[] {
  const byGame = Map.groupBy(rows, ({ game }) => game);
  return [...byGame.values()].map((ofGame) => Math.max(...ofGame.map(({ day }) => day)));
}
