import fc from "fast-check";
import { expect, test } from "vitest";
import { openReceiptBook } from "../../../server/fairness/receipt-book.ts";
import { publicKeyOf } from "../../../src/fairness/header.ts";
import { isReceiptOf, signReceipt } from "../../../src/fairness/receipt.ts";
import type { Receipt } from "../../../src/fairness/receipt.ts";
import { times } from "../../support/effort.ts";
import { tempStore } from "../../support/temp-store.ts";
import { SIGNING_KEY } from "../../support/test-proofs.ts";

const HASH = "ab".repeat(32);
const KEY = publicKeyOf(SIGNING_KEY);
const none = { openedAt: null, revealedAt: null, voidedAt: null, reason: null };

test("whatever servers say of a round and in which order, the first word stands, and all show the same", async () => {
  const { store } = await tempStore();
  let nowMs = 0;
  const sign = (of: Parameters<typeof signReceipt>[0], said: Parameters<typeof signReceipt>[1]) =>
    signReceipt(of, said, SIGNING_KEY);
  // Servers that have seen different things, and one that was started anew.
  const open = () => openReceiptBook({ store, sign, now: () => nowMs });
  const books = [open(), open()];
  let round = 0;
  const act = fc.record({
    server: fc.nat(1),
    what: fc.constantFrom("open", "void", "reveal", "ask", "restart"),
    atMs: fc.integer({ min: 1, max: 1_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      round += 1;
      const of = { game: "baccarat", round, headerHash: HASH };
      let first: Receipt | null = null;
      for (const { server, what, atMs } of acts) {
        nowMs += 1_000;
        const book = books[server]!;
        if (what === "restart") {
          books[server] = open();
        } else if (what === "open" || what === "void") {
          const said =
            what === "open" ? { openedAt: atMs } : { voidedAt: atMs, reason: "beacon" as const };
          const stands = await book.note(of, { ...none, ...said });
          first ??= stands;
        } else if (what === "reveal") {
          await book.reveal(of, atMs);
        }
        nowMs += 1_000;
        const shown = await Promise.all(books.map((each) => each.of("baccarat", round)));
        expect(shown[0]).toEqual(shown[1]);
        for (const receipt of shown) {
          expect(receipt === null).toBe(first === null);
          expect(receipt?.openedAt).toBe(first?.openedAt);
          expect(receipt?.voidedAt).toBe(first?.voidedAt);
          expect(receipt === null || isReceiptOf(of, receipt, KEY)).toBe(true);
          expect(receipt?.voidedAt == null || receipt.revealedAt === null).toBe(true);
        }
      }
      const opened = first?.openedAt ?? null;
      const isRevealed = acts.some(
        ({ what }, index) =>
          what === "reveal" && acts.slice(0, index).some((one) => /open|void/.test(one.what)),
      );
      const left = await books[0]!.unrevealed("baccarat", round);
      expect(left).toEqual(opened !== null && !isRevealed ? [round] : []);
    }),
    { numRuns: times(40, 400) },
  );
});
