import { closesAtMs, decidingBeacon } from "../../src/fairness/betting-close.ts";
import { BEACON_DELAY_MS } from "../../src/fairness/chain.ts";
import { headerHash } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import type { ReceiptOf, VoidReason } from "../../src/fairness/receipt.ts";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { timingOf } from "../../src/games/timing.ts";
import { GENESIS_MS, phaseStartMs, roundAt, roundStartMs } from "../../src/round/phases.ts";
import type { Beacons } from "../beacon/beacons.ts";
import { closedReasonOf } from "../rounds/closed-reason.ts";
import type { ClosedReason, ClosedReasonDeps } from "../rounds/closed-reason.ts";
import type { Job } from "../runtime/jobs.ts";
import type { Log } from "../runtime/log.ts";
import { DamagedRow } from "../store/store-error.ts";
import type { ServiceClock } from "../time/service-clock.ts";
import type { DayHeaders } from "./day-headers.ts";
import type { ReceiptBook } from "./receipt-book.ts";

/*
 * Signs of each round that it opened, or, when its bets have closed and its beacon is not there yet, that it never
 * did. A server says the latter only of a round that it was there for from the start, and a second late, so that
 * whoever opened it has said so; whatever comes later finds the word of the first. What cannot be stored is not served.
 *
 * A server that was not there says nothing. So a database restored from a backup has lost receipts, and no server
 * contradicts what it signed before.
 */

export interface ReceiptJobDeps extends ClosedReasonDeps {
  readonly book: ReceiptBook;
  readonly games: readonly Game[];
  readonly headers: Pick<DayHeaders, "of">;
  readonly beacons: Pick<Beacons, "chain" | "heldSinceMs">;
  readonly clock: Pick<ServiceClock, "fault" | "time">;
  readonly log: Log;
}

const EVERY_MS = 500;
/** A round that ended as void is called so this long after its bets closed, before its beacon comes. */
const VOID_AFTER_MS = 1_000;
/** The results of rounds so old are still signed when their beacon comes. */
const LATE_MS = 7 * 86_400_000;
/** Looks that are further apart did not see what happened in between. */
const GAP_MS = 5_000;

/** What this server saw of the running round of a game. */
interface Seen {
  readonly round: number;
  openedAt: number | null;
  closedReason: ClosedReason | undefined;
  /** Whether what is to be said of its opening is stored, or nothing is. */
  isSettled: boolean;
}

interface GameState {
  lookedAtMs: number;
  wasOpen: boolean;
  seen: Seen | undefined;
  /** Rounds that opened and whose opening is not in the store, with the time. */
  readonly unstored: Map<number, number>;
  /** Rounds that opened and whose result is not signed; undefined: they are to be loaded. */
  unrevealed: Set<number> | undefined;
}

const REASONS: Partial<Record<ClosedReason, VoidReason>> = {
  suspended: "beacon",
  maintenance: "maintenance",
};

/** The work, which does at once what is due now. */
export function receiptJob(deps: ReceiptJobDeps): Job {
  const { book, headers, beacons, clock, log } = deps;
  // Receipts hold whole ms; a clock that others have corrected has fractions.
  const startedAtMs = Math.ceil(clock.time().latestMs);
  const states = new Map<Game, GameState>();
  let isStoring = true;

  function stateOf(game: Game): GameState {
    let state = states.get(game);
    if (state === undefined) {
      const never = Number.NEGATIVE_INFINITY;
      state = {
        lookedAtMs: never,
        wasOpen: false,
        seen: undefined,
        unstored: new Map(),
        unrevealed: undefined,
      };
      states.set(game, state);
    }
    return state;
  }

  /** The header of a round that gets a receipt; undefined for other rounds. */
  function headerOf(game: Game, round: number): SignedHeader | undefined {
    const header = headers.of(game, dayOfRound(round, game.intervalMs));
    return header?.version === "tbs/1" ? undefined : header;
  }

  function nameOf(header: SignedHeader, round: number): ReceiptOf {
    return { game: header.game, round, headerHash: headerHash(header) };
  }

  /** Sees whether the running round is open, and notes in memory since when. */
  function see(game: Game, state: GameState): void {
    const time = clock.time();
    const nowMs = time.earliestMs;
    const round = roundAt(nowMs, game.intervalMs);
    const closedReason = closedReasonOf(deps, game, time);
    const standing = closedReason === undefined ? deps.oracle.standing(game, time) : null;
    const isBetting = standing !== null && standing.closesAtMs > time.latestMs;
    if (state.seen?.round !== round) {
      state.seen = { round, openedAt: null, closedReason: undefined, isSettled: false };
    }
    const { seen } = state;
    seen.closedReason = closedReason ?? seen.closedReason;
    if (seen.openedAt === null && isBetting && headerOf(game, round) !== undefined) {
      const startMs = roundStartMs(round, game.intervalMs);
      const hasRunOn = state.wasOpen && state.lookedAtMs > nowMs - GAP_MS;
      seen.openedAt = hasRunOn && state.lookedAtMs < startMs ? startMs : Math.floor(nowMs);
      state.unstored.set(round, seen.openedAt);
    }
    state.wasOpen = closedReason === undefined;
    state.lookedAtMs = nowMs;
  }

  /** Does what is to be stored of a round. A damaged row costs its round alone. */
  async function storeOne<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DamagedRow)) {
        throw error;
      }
      log("receipts not stored", { cause: String(error) });
      return undefined;
    }
  }

  async function storeOpenings(game: Game, state: GameState): Promise<void> {
    for (const [round, openedAt] of state.unstored) {
      const header = headerOf(game, round) as SignedHeader;
      const times = { openedAt, revealedAt: null, voidedAt: null, reason: null };
      const stored = await storeOne(() => book.note(nameOf(header, round), times));
      state.unstored.delete(round);
      if (stored === undefined) {
        continue;
      }
      const { voidedAt } = stored;
      if (voidedAt === null) {
        state.unrevealed?.add(round);
      } else {
        log("round called void", { game: game.slug, round });
      }
    }
  }

  async function callVoid(game: Game, { seen }: GameState): Promise<void> {
    if (seen === undefined || seen.isSettled || seen.openedAt !== null) {
      return;
    }
    const { round, closedReason } = seen;
    const header = headerOf(game, round);
    const { earliestMs, latestMs } = clock.time();
    const startMs = roundStartMs(round, game.intervalMs);
    const reason = closedReason && REASONS[closedReason];
    if (header === undefined || reason === undefined || startedAtMs > startMs) {
      return;
    }
    const closeMs = closesAtMs(round, header);
    if (earliestMs < closeMs + VOID_AFTER_MS) {
      return;
    }
    // If it cannot be stored, it is tried again until the beacon may be there.
    if (latestMs < closeMs + BEACON_DELAY_MS && (await book.of(game.slug, round)) === null) {
      const times = { openedAt: null, revealedAt: null, voidedAt: Math.floor(earliestMs), reason };
      await book.note(nameOf(header, round), times);
    }
    seen.isSettled = true;
  }

  /** Since when the result of a round could be shown, by the clock; null: it cannot yet. */
  function revealedAt(game: Game, round: number, header: SignedHeader): number | null {
    const dueMs = phaseStartMs(round, "revealing", timingOf(game, header.entropy));
    if (clock.time().earliestMs < dueMs) {
      return null;
    }
    if (header.chain === null) {
      return Math.max(dueMs, startedAtMs);
    }
    if (header.chain !== beacons.chain.hash) {
      return null;
    }
    const number = decidingBeacon(closesAtMs(round, header), beacons.chain);
    const heldSinceMs = beacons.heldSinceMs(number);
    return heldSinceMs === Infinity ? null : Math.max(dueMs, startedAtMs, Math.ceil(heldSinceMs));
  }

  async function signResults(game: Game, state: GameState): Promise<void> {
    const oldest = roundAt(
      Math.max(GENESIS_MS, clock.time().earliestMs - LATE_MS),
      game.intervalMs,
    );
    state.unrevealed ??= new Set(await book.unrevealed(game.slug, oldest));
    for (const round of state.unrevealed) {
      const header = headerOf(game, round);
      const atMs = header && revealedAt(game, round, header);
      if (header === undefined || round < oldest) {
        state.unrevealed.delete(round);
      } else if (typeof atMs === "number") {
        await storeOne(() => book.reveal(nameOf(header, round), atMs));
        state.unrevealed.delete(round);
      }
    }
  }

  async function store(game: Game, state: GameState): Promise<void> {
    await storeOpenings(game, state);
    await callVoid(game, state);
    await signResults(game, state);
  }

  return {
    name: "receipts",
    everyMs: EVERY_MS,
    async work() {
      // What time it is nobody could sign then.
      if (clock.fault() !== null) {
        return;
      }
      for (const game of deps.games) {
        see(game, stateOf(game));
      }
      try {
        for (const game of deps.games) {
          await store(game, stateOf(game));
        }
        isStoring = true;
      } catch (error) {
        // It is tried again at the next look. Once, while it lasts.
        if (isStoring) {
          log("receipts not stored", { cause: String(error) });
        }
        isStoring = false;
      }
    },
  };
}
