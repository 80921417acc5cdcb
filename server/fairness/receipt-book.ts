import type { Receipt, ReceiptOf, ReceiptTimes } from "../../src/fairness/receipt.ts";
import { VOID_REASONS } from "../../src/fairness/receipt.ts";
import { isInstant } from "../access/end-date.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { damagedRow } from "../store/store-error.ts";
import type { Store } from "../store/store.ts";

/**
 * The receipts of rounds, which all servers on a store share. What it gives is in the store, on the disk: so
 * nothing is served that a crash could undo, and no server says that a round opened while another says that it did not.
 */
export interface ReceiptBook {
  /** A round's receipt; null: there is none so far. Rejects while the store does not answer. */
  of(slug: string, round: number): Promise<Receipt | null>;
  /** Signs that a round opened or never opens, unless something is signed already; gives what stands. */
  note(of: ReceiptOf, times: ReceiptTimes): Promise<Receipt>;
  /** Signs since when the result of a round that opened could be shown; gives what stands. */
  reveal(of: ReceiptOf, revealedAt: number): Promise<Receipt | null>;
  /** The rounds of a game from one on that opened and whose result is not signed. */
  unrevealed(slug: string, fromRound: number): Promise<number[]>;
}

export interface ReceiptBookOptions {
  readonly store: Store;
  readonly sign: (of: ReceiptOf, times: ReceiptTimes) => Receipt;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Of the rounds of an hour or so, which everybody asks for. */
const CACHED = 512;
/** What may still change is looked up again after so long: any number of viewers may ask meanwhile. */
const FRESH_MS = 500;

interface Looked {
  readonly receipt: Receipt | null;
  readonly atMs: number;
}

export function openReceiptBook({ store, sign, now }: ReceiptBookOptions): ReceiptBook {
  const cache = new LruMap<string, Looked>(CACHED);
  const nameOf = (slug: string, round: number) => `${slug}:${round}`;

  async function load(slug: string, round: number): Promise<Receipt | null> {
    const receipt = await readReceipt(store, slug, round);
    cache.set(nameOf(slug, round), { receipt, atMs: now() });
    return receipt;
  }

  return {
    async of(slug, round) {
      const known = cache.get(nameOf(slug, round));
      if (known !== undefined && (isSettled(known.receipt) || isFresh(known.atMs, now()))) {
        return known.receipt;
      }
      try {
        return await load(slug, round);
      } catch (error) {
        // That a round opened stays true while the store does not answer.
        if (!known?.receipt) {
          throw error;
        }
        return known.receipt;
      }
    },

    async note(of, times) {
      const { openedAt, revealedAt, voidedAt, reason, signature } = sign(of, times);
      await store.db
        .insertInto("round_receipt")
        .values({
          game: of.game,
          round: of.round,
          opened_at: openedAt,
          revealed_at: revealedAt,
          voided_at: voidedAt,
          reason,
          signature,
        })
        .onConflict((conflict) => conflict.columns(["game", "round"]).doNothing())
        .execute();
      // Another server may have been first: then that stands.
      return (await load(of.game, of.round)) as Receipt;
    },

    async reveal(of, revealedAt) {
      const before = await load(of.game, of.round);
      if (before === null || before.openedAt === null || before.revealedAt !== null) {
        return before;
      }
      const { signature, ...times } = sign(of, { ...before, revealedAt });
      await store.db
        .updateTable("round_receipt")
        .set({ revealed_at: times.revealedAt, signature })
        .where("game", "=", of.game)
        .where("round", "=", of.round)
        .where("opened_at", "=", before.openedAt)
        .where("revealed_at", "is", null)
        .execute();
      return load(of.game, of.round);
    },

    async unrevealed(slug, fromRound) {
      const rows = await store.db
        .selectFrom("round_receipt")
        .select("round")
        .where("game", "=", slug)
        .where("round", ">=", fromRound)
        .where("opened_at", "is not", null)
        .where("revealed_at", "is", null)
        .execute();
      return rows.map(({ round }) => round);
    },
  };
}

/** Whether a receipt never changes again. */
export function isSettled(receipt: Receipt | null): boolean {
  return receipt !== null && (receipt.revealedAt ?? receipt.voidedAt) !== null;
}

/** A clock may have been set back meanwhile. */
function isFresh(atMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) < FRESH_MS;
}

/** The receipt that a store has of a round; null: none. Throws a StoreError when its row is damaged. */
export async function readReceipt(
  store: Store,
  slug: string,
  round: number,
): Promise<Receipt | null> {
  const row = await store.db
    .selectFrom("round_receipt")
    .selectAll()
    .where("game", "=", slug)
    .where("round", "=", round)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const reason = VOID_REASONS.find((known) => known === row.reason) ?? null;
  const times = [row.opened_at, row.revealed_at, row.voided_at];
  const isSound =
    reason === row.reason &&
    /^[0-9a-f]{128}$/.test(row.signature) &&
    times.every((ms) => ms === null || isInstant(ms));
  if (!isSound) {
    throw damagedRow("round_receipt", `${slug}, ${round}`, "it holds no receipt");
  }
  return {
    openedAt: row.opened_at,
    revealedAt: row.revealed_at,
    voidedAt: row.voided_at,
    reason,
    signature: row.signature,
  };
}
