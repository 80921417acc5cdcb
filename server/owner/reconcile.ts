import { fatesOf } from "../payment/incoming/books.ts";
import type { Store } from "../store/store.ts";
import { readSum, timeText } from "../store/stored-value.ts";

/** What receipts say came in on a UTC day, and what became of it. The first sum is that of the others. */
export interface DayOfBooks {
  /** Such as 2026-07-01. */
  readonly day: string;
  readonly cameIn: bigint;
  /** Transfers that bought a plan, with what they left over. */
  readonly plans: bigint;
  /** Transfers that went to a balance as a whole. */
  readonly balances: bigint;
  readonly waiting: bigint;
  readonly dismissed: bigint;
}

/** A transaction of which the node's list and the books do not say the same. */
export interface Difference {
  /**
   * `unread`: listed, and not looked up for a quarter of an hour. `unknown`: listed, and no node knows it
   * any more. `other_sum`: its receipt says another sum than the list.
   */
  readonly kind: "unread" | "unknown" | "other_sum";
  readonly hash: string;
  /** To which of our addresses, as people write it. */
  readonly address: string;
  /** By the list, in millionths of a USDT. */
  readonly listed: bigint;
  /** By the receipt. */
  readonly confirmed: bigint;
  /** When it was listed first, epoch ms. */
  readonly sinceMs: number;
}

const DAY_MS = 86_400_000;
const READ_WITHIN_MS = 15 * 60_000;

/** The UTC days on which something came in, the newest first. */
export async function daysOfBooks({ db }: Store, sinceMs: number): Promise<DayOfBooks[]> {
  const rows = await fatesOf(db).where("incoming_transfer.block_time", ">=", sinceMs).execute();
  const byDay = Map.groupBy(rows, (row) => Math.floor(row.block_time / DAY_MS));
  return [...byDay]
    .toSorted(([one], [other]) => other - one)
    .map(([day, ofDay]) => {
      const sumOf = (fate?: string) =>
        ofDay.reduce(
          (sum, row) =>
            fate === undefined || row.fate === fate
              ? sum + readSum(row.amount, ["incoming_transfer", row.id])
              : sum,
          0n,
        );
      return {
        day: timeText(day * DAY_MS, (iso) => iso.slice(0, 10)),
        cameIn: sumOf(),
        plans: sumOf("credited"),
        balances: sumOf("kept"),
        waiting: sumOf("waiting"),
        dismissed: sumOf("dismissed"),
      };
    });
}

/** Where the node's list and the receipts differ, the oldest first. What is too small to look up is no difference. */
export async function differences({ db }: Store, nowMs: number): Promise<Difference[]> {
  const rows = await db
    .selectFrom("listed_transaction")
    .leftJoin("incoming_transfer", (join) =>
      join
        .onRef("incoming_transfer.contract", "=", "listed_transaction.contract")
        .onRef("incoming_transfer.tx_hash", "=", "listed_transaction.tx_hash")
        .onRef("incoming_transfer.to_address", "=", "listed_transaction.address"),
    )
    .select(["listed_transaction.tx_hash", "listed_transaction.address"])
    .select(["listed_transaction.state", "listed_transaction.listed_at"])
    .select(["listed_transaction.amount", "incoming_transfer.amount as confirmed"])
    .where("listed_transaction.state", "!=", "dust")
    .orderBy("listed_transaction.listed_at")
    .orderBy("listed_transaction.tx_hash")
    .execute();
  const byTransaction = Map.groupBy(rows, (row) => `${row.tx_hash} ${row.address}`);
  return [...byTransaction.values()].flatMap((ofOne) => {
    const [row] = ofOne;
    if (row === undefined) {
      return [];
    }
    const listed = readSum(row.amount, ["listed_transaction", row.tx_hash]);
    const confirmed = ofOne.reduce(
      (sum, each) => sum + readSum(each.confirmed ?? 0, ["incoming_transfer", each.tx_hash]),
      0n,
    );
    const { tx_hash: hash, address, listed_at: sinceMs } = row;
    const kind = kindOf(row.state, { listed, confirmed, isOld: nowMs - sinceMs > READ_WITHIN_MS });
    return kind === null ? [] : [{ kind, hash, address, listed, confirmed, sinceMs }];
  });
}

function kindOf(
  state: string,
  { listed, confirmed, isOld }: { listed: bigint; confirmed: bigint; isOld: boolean },
): Difference["kind"] | null {
  if (state === "done") {
    return listed === confirmed ? null : "other_sum";
  }
  if (state === "unknown") {
    return "unknown";
  }
  return isOld ? "unread" : null;
}
