import type { Store } from "../../store/store.ts";
import { isNear } from "../match-invoice.ts";
import type { PaymentRules } from "../plan.ts";
import { nextLookDelayMs } from "../retry-schedule.ts";
import { dueSightings, noteGone, noteSight, recordSightLook, sightOf } from "../sightings.ts";
import type { DueSighting, Sight } from "../sightings.ts";
import { parseTronAddress } from "../tron/address.ts";
import type { NodeWatch } from "../tron/node-watch.ts";
import type { NodeAnswer, TronNode } from "../tron/node.ts";
import type { ListedTransfer } from "../tron/transfer-list.ts";
import { CENT } from "../usdt.ts";
import { fitOf } from "./decide-transfers.ts";

/** What `sightUnnamed` works with. */
interface SightDeps {
  readonly store: Store;
  readonly rules: PaymentRules;
  readonly node: TronNode;
  readonly watch: NodeWatch;
  readonly contract: string;
  readonly now: () => number;
  readonly random: () => number;
}

/** When to end: once the turn is over, or the service stops. */
interface Turn {
  readonly ended: AbortSignal;
  readonly isOver: () => boolean;
}

/** Of one address at a time, and of what was seen before. */
const LOOKS_A_TURN = 5;
/** How far before the newest solid block the list begins, and before now where our clock is behind. */
const BACK_MS = 2 * 60_000;

/**
 * Finds payments of open invoices in blocks that may still be undone, for their payers to see. The list is
 * asked once and at most a few transactions are looked up, whatever strangers send: less is seen then.
 */
export async function findUnconfirmed(deps: SightDeps, address: string, turn: Turn): Promise<void> {
  const { store, node, watch, contract, now } = deps;
  const awaited = await awaitedAmounts(store, { contract, address }, now());
  if (awaited.length === 0 || turn.isOver()) {
    return;
  }
  const sinceMs = Math.min(watch.time.solidMs ?? Infinity, now()) - BACK_MS;
  const query = { contract, address, sinceMs, fingerprint: null, isUnconfirmed: true };
  const page = await node.list(query, turn.ended);
  if (typeof page === "string") {
    // A node without such a list shows a payment once it is final, or named.
    return;
  }
  for (const hash of await newOnes(store, page.transfers, awaited)) {
    if (turn.isOver()) {
      break;
    }
    const answer = await node.lookUp(hash, turn.ended);
    const sight = sightOf(answer);
    if (typeof sight === "object" && !turn.ended.aborted) {
      await noteFits(deps, address, sight);
      await plan(deps, { tx_hash: hash, looks: 0, seen_at: now() }, answer);
    }
    if (answer.kind === "unavailable") {
      break;
    }
  }
}

/** Looks again at what was seen, until it is final, so that its payer sees it come closer. */
export async function followSightings(deps: SightDeps, turn: Turn): Promise<void> {
  const { store, node, now } = deps;
  for (const due of await dueSightings(store, now(), LOOKS_A_TURN)) {
    if (turn.isOver()) {
      break;
    }
    const answer = await node.lookUp(due.tx_hash, turn.ended);
    if (turn.ended.aborted) {
      break;
    }
    const sight = sightOf(answer);
    if (sight === "gone") {
      await noteGone(store, due.tx_hash, now());
    } else if (sight !== undefined) {
      for (const address of await addressesOf(store, due.tx_hash)) {
        await noteFits(deps, address, sight);
      }
    }
    await plan(deps, due, answer);
    if (answer.kind === "unavailable") {
      break;
    }
  }
}

/** Plans the next look by what this one showed. */
async function plan(
  { store, now, random }: SightDeps,
  due: DueSighting,
  answer: NodeAnswer,
): Promise<void> {
  const nowMs = now();
  const delayMs = nextLookDelayMs(due.looks + 1, random(), answer.kind === "unknown");
  const nextLookAtMs = answer.kind === "solid" ? null : nowMs + delayMs;
  await recordSightLook(store, due, { nowMs, nextLookAtMs });
}

/** Notes each transfer for the invoice that it will be taken for, if it becomes final. */
async function noteFits(
  { store, rules, watch, contract, now }: SightDeps,
  address: string,
  sight: Sight,
): Promise<void> {
  const { receipt } = sight;
  const { clockAheadMs } = watch.time;
  const [token, recipient] = [parseTronAddress(contract), parseTronAddress(address)];
  await store.db.transaction().execute(async (transaction) => {
    for (const transfer of receipt.outcome === "failed" ? [] : receipt.transfers) {
      if (transfer.contract === token && transfer.to === recipient && transfer.amount > 0n) {
        const found = { receipt, transfer, clockAheadMs };
        const { invoice } = await fitOf(transaction, { contract, address }, found, rules);
        if (invoice !== null) {
          const { amount } = transfer;
          await noteSight(transaction, { invoiceId: invoice.id, amount, sight }, now());
        }
      }
    }
  });
}

async function awaitedAmounts(
  { db }: Store,
  { contract, address }: { contract: string; address: string },
  nowMs: number,
): Promise<{ amount: number }[]> {
  return db
    .selectFrom("invoice")
    .select("amount")
    .where("contract", "=", contract)
    .where("address", "=", address)
    .where("state", "=", "open")
    .where("closes_at", ">=", nowMs)
    .execute();
}

/** The listed transactions to look up: those that pay just what an invoice asks for come first. */
async function newOnes(
  { db }: Store,
  transfers: readonly ListedTransfer[],
  awaited: readonly { amount: number }[],
): Promise<string[]> {
  const exact = new Set(awaited.map(({ amount }) => amount));
  const byEnding = Map.groupBy(awaited, ({ amount }) => amount % CENT);
  const isNearOne = (amount: number) =>
    byEnding.get(amount % CENT)?.some((invoice) => isNear(invoice, amount)) === true;
  const sums = transfers.map(({ hash, amount }) => ({ hash, amount: Number(amount) }));
  const fitting = [
    ...sums.filter(({ amount }) => exact.has(amount)),
    ...sums.filter(({ amount }) => !exact.has(amount) && isNearOne(amount)),
  ];
  const hashes = [...new Set(fitting.map(({ hash }) => hash))];
  const known = await db
    .selectFrom("sighting")
    .select("tx_hash")
    .where("tx_hash", "in", ["", ...hashes])
    .execute();
  const seen = new Set(known.map((row) => row.tx_hash));
  return hashes.filter((hash) => !seen.has(hash)).slice(0, LOOKS_A_TURN);
}

async function addressesOf({ db }: Store, hash: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sighting")
    .innerJoin("invoice", "invoice.id", "sighting.invoice_id")
    .select("invoice.address")
    .distinct()
    .where("sighting.tx_hash", "=", hash)
    .execute();
  return rows.map(({ address }) => address);
}
