import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { makeHeader, rootHex } from "../../src/fairness/publish.ts";
import { readHeader } from "../../src/fairness/read.ts";
import { dateOfDay, dayAt, dayOfDate, dayStartMs } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import type { Game } from "../../src/games/game.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { StartError } from "../start-error.ts";
import type { Store } from "../store/store.ts";
import type { CommittedDays } from "./commitments.ts";

/** The headers of days that were published. */
export interface DayHeaders {
  /** The header of a game's UTC day; undefined when none was published. */
  of(game: Game, day: number): SignedHeader | undefined;
  /** The last UTC days of a game that need beacons, and those to come. */
  beaconDays(game: Game): number[];
  /** Publishes every day that is due at a time, unless another server has done it already. */
  publishDue(nowMs: number): Promise<void>;
  /** The public keys that signed, the present one first. */
  keys(): string[];
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
}

/** How long before a day its header is published at the latest: a day, and an hour to spare. */
const AHEAD_MS = 25 * 3_600_000;
/** So many days back it is seen to that no round is without its beacon. */
const BEACON_DAYS = 7;

/**
 * The headers that the store keeps.
 *
 * @throws StartError when today's do not commit to the rounds that this server would deal: its
 *   secret is another than the one they were published with; or when it could not have the beacons
 *   that days from today on need.
 */
export async function openDayHeaders(
  options: DayHeadersOptions,
  nowMs: number,
): Promise<DayHeaders> {
  const { store, days, signingKey, publicKey, entropy, chain } = options;
  const headers = new Map<string, SignedHeader>();
  const nameOf = (game: Game, day: number) => `${game.slug}:${day}`;
  for (const row of await store.db.selectFrom("day_header").selectAll().execute()) {
    headers.set(`${row.game}:${row.day}`, readHeader(JSON.parse(row.header)));
  }

  function requireChain(header: SignedHeader): void {
    if (header.chain !== null && header.chain !== chain.hash) {
      throw new StartError(
        `The header published for ${header.date} of ${header.game} names the chain of beacons ${header.chain}, and the settings name ${chain.hash}. Put DRAND_CHAIN_HASH and what belongs to it back until that day is over.`,
      );
    }
  }

  function refuseOthers(): void {
    const today = dayAt(nowMs);
    for (const header of headers.values()) {
      if ((dayOfDate(header.date) as number) >= today) {
        requireChain(header);
      }
    }
    for (const game of games) {
      const header = headers.get(nameOf(game, today));
      if (header !== undefined && header.root !== rootHex(days(game, today).commitment)) {
        throw new StartError(
          `The header published for ${header.date} commits to other rounds of ${game.slug} than this server would deal. Put back the secret it was published with.`,
        );
      }
    }
  }

  async function publish(game: Game, day: number, publishedAt: number): Promise<void> {
    const root = rootHex(days(game, day).commitment);
    const order = { game, day, root, chain: entropy === "drand" ? chain : null, publishedAt };
    const made = makeHeader(order, signingKey);
    await store.db
      .insertInto("day_header")
      .values({ game: game.slug, day, header: JSON.stringify(made) })
      .onConflict((conflict) => conflict.columns(["game", "day"]).doNothing())
      .execute();
    // Only what the store holds was ever published: another server may have been first.
    const { header: text } = await store.db
      .selectFrom("day_header")
      .select("header")
      .where("game", "=", game.slug)
      .where("day", "=", day)
      .executeTakeFirstOrThrow();
    const header = readHeader(JSON.parse(text));
    if (header.root !== root) {
      throw new StartError(
        `Another server published ${dateOfDay(day)} of ${game.slug} with another secret.`,
      );
    }
    requireChain(header);
    headers.set(nameOf(game, day), header);
  }

  refuseOthers();
  return {
    of: (game, day) => headers.get(nameOf(game, day)),
    beaconDays: (game) =>
      [...headers.values()]
        .filter((header) => header.game === game.slug && header.chain === chain.hash)
        .map(({ date }) => dayOfDate(date) as number)
        .toSorted((a, b) => a - b)
        .slice(-BEACON_DAYS),
    async publishDue(atMs) {
      const today = dayAt(atMs);
      for (let day = today; day === today + 1 || dayStartMs(day) <= atMs + AHEAD_MS; day++) {
        for (const game of games) {
          if (!headers.has(nameOf(game, day))) {
            await publish(game, day, atMs);
          }
        }
      }
    },
    keys: () => [...new Set([publicKey, ...[...headers.values()].map(({ key }) => key)])],
  };
}
