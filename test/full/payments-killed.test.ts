import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { deleteAccount } from "../../server/account/auth/delete-account.ts";
import { readBalance } from "../../server/payment/balance.ts";
import { submitClaim } from "../../server/payment/claims.ts";
import type { Invoice } from "../../server/payment/invoices.ts";
import { dismiss } from "../../server/payment/review-actions.ts";
import { listReview } from "../../server/payment/review-list.ts";
import { CENT } from "../../server/payment/usdt.ts";
import { serialized } from "../../server/store/serialized.ts";
import { readBooks } from "../support/books.ts";
import { ensureBuild } from "../support/build.ts";
import { bothEngines, postgres, settingsFor } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { anInvoice, hashOf } from "../support/payments.ts";
import { startServer } from "../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../support/service.ts";
import { tempStore } from "../support/temp-store.ts";
import { RECEIVER, startTronNode } from "../support/tron-node.ts";

const KILLS = 10;
const USDT = 1_000_000;

/** The transfers for an invoice, and the final purchases and balance. All other amounts are in review. */
interface Kind {
  readonly sends: (amount: number) => readonly number[];
  readonly buys: 0 | 1;
  readonly keeps: (amount: number) => number;
  readonly names?: boolean;
  /** Deletes its account as soon as it has paid. */
  readonly leaves?: boolean;
}

/** Rounded down to whole cents, so that the digits below a cent identify no other invoice. */
const inWholeCents = (amount: number) => amount - (amount % CENT);

const nothing = () => 0;
const KINDS: readonly Kind[] = [
  { sends: (amount) => [amount], buys: 1, keeps: nothing, names: true },
  { sends: (amount) => [amount], buys: 1, keeps: nothing },
  { sends: (amount) => [amount - USDT], buys: 0, keeps: (amount) => amount - USDT },
  { sends: (amount) => [amount + 3 * USDT], buys: 1, keeps: () => 3 * USDT, names: true },
  { sends: (amount) => [amount, amount], buys: 1, keeps: (amount) => amount },
  // These need a person's decision.
  { sends: (amount) => [inWholeCents(amount)], buys: 0, keeps: nothing, names: true },
  { sends: (amount) => [inWholeCents(amount)], buys: 0, keeps: nothing },
  // Leaves before or after its payment is found, at random.
  { sends: (amount) => [amount], buys: 0, keeps: nothing, names: true, leaves: true },
];

beforeAll(ensureBuild, 600_000);

test.each(bothEngines)(
  "the books balance after servers are killed ten times on $name",
  async (engine) => {
    const place = await engine.emptyPlace();
    const node = await startTronNode();
    node.delayMs = 30;
    const settings = {
      ...settingsFor(place),
      ORACLE_SECRET: SECRET_HEX,
      SIGNING_KEY: OTHER_SECRET_HEX,
      SELL_SEED_MODE: "yes",
      TRON_ADDRESSES: RECEIVER,
      TRON_URL: node.url,
    };
    const servers = [await startServer(settings)];
    if (engine === postgres) {
      servers.push(await startServer(settings));
    }
    const { store } = await tempStore(place);
    const sent: { account: string; invoice: Invoice; kind: Kind }[] = [];
    let transactions = 0;

    async function order(number: number): Promise<void> {
      const account = `operator${number}`;
      const nowMs = Date.now();
      const invoice = await anInvoice(store, account, nowMs);
      const kind = KINDS[number % KINDS.length] as Kind;
      sent.push({ account, invoice, kind });
      for (const amount of kind.sends(invoice.amount)) {
        const hash = hashOf((transactions += 1));
        node.arrive(hash, nowMs, [{ to: RECEIVER, amount }]);
        if (kind.names === true) {
          await serialized(store, (within) => submitClaim(within, invoice, hash, nowMs));
        }
      }
      if (kind.leaves === true) {
        await serialized(store, (within) => deleteAccount(within, account, nowMs));
      }
    }

    for (let kill = 0; kill < KILLS; kill++) {
      await Promise.all([order(2 * kill), order(2 * kill + 1)]);
      // At a random moment, so that a kill interrupts any kind of work.
      await pause(Math.random() * 600);
      const victim = kill % servers.length;
      await servers[victim]?.end("SIGKILL");
      servers[victim] = await startServer(settings);
      // Meanwhile, a person dismisses a payment.
      const [waiting] = await listReview(store);
      if (waiting !== undefined && kill % 2 === 1) {
        await serialized(store, (within) => dismiss(within, waiting.id, Date.now()));
      }
    }
    const cameIn = sent.reduce(
      (sum, { invoice, kind }) => kind.sends(invoice.amount).reduce((all, part) => all + part, sum),
      0,
    );
    await eventually(async () => (await readBooks(store)).cameIn === BigInt(cameIn));
    // On a slow machine, nothing might have been in review between two kills.
    const [late] = await listReview(store);
    if (late !== undefined) {
      await serialized(store, (within) => dismiss(within, late.id, Date.now()));
    }
    const { credited, balances, waiting, dismissed, refunded } = await readBooks(store);
    expect(credited + balances + waiting + dismissed + refunded).toBe(BigInt(cameIn));

    const payments = await store.db.selectFrom("payment").select("account_id").execute();
    let undecided = 0;
    for (const { account, invoice, kind } of sent) {
      const bought = payments.filter((payment) => payment.account_id === account).length;
      const { amount } = invoice;
      const actual = [account, bought, await readBalance(store.db, account)];
      // A deleted account might have bought something before.
      const expected = kind.leaves === true ? actual : [account, kind.buys, kind.keeps(amount)];
      expect(actual).toEqual(expected);
      if (bought === 0 && kind.keeps(amount) === 0) {
        undecided += kind.sends(amount).reduce((sum, part) => sum + part);
      }
    }
    expect({ refunded, undecided: waiting + dismissed }).toEqual({
      refunded: 0n,
      undecided: BigInt(undecided),
    });
    expect(dismissed).toBeGreaterThan(0n);
  },
);
