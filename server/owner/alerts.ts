import type { Transaction } from "kysely";
import type { Outbox } from "../account/mail/outbox.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { Check } from "./health.ts";

/** What was wrong for as long is mailed: less mends itself. */
const LASTING_MS = 2 * 60_000;
/** What no server has seen for as long is over. */
const OVER_MS = 10 * 60_000;

/**
 * Notes what is wrong, and mails it once to everybody who may open the back office. Servers that share the
 * store share the note, and one of them mails.
 */
export function noteAlerts(
  store: Store,
  outbox: Pick<Outbox, "put">,
  checks: readonly Check[],
  nowMs: number,
): Promise<void> {
  return serialized(store, async (transaction) => {
    const lasting: Check[] = [];
    for (const check of checks.filter(({ fault }) => fault !== null)) {
      const note = await transaction
        .insertInto("office_alert")
        .values({ code: check.code, since: nowMs, seen_at: nowMs, mailed_at: null })
        .onConflict((conflict) => conflict.column("code").doUpdateSet({ seen_at: nowMs }))
        .returningAll()
        .executeTakeFirstOrThrow();
      if (note.mailed_at === null && note.since <= nowMs - LASTING_MS) {
        lasting.push(check);
      }
    }
    await transaction
      .deleteFrom("office_alert")
      .where("seen_at", "<", nowMs - OVER_MS)
      .execute();
    if (lasting.length > 0) {
      await mail(transaction, outbox, lasting, nowMs);
    }
  });
}

async function mail(
  transaction: Transaction<Schema>,
  outbox: Pick<Outbox, "put">,
  lasting: readonly Check[],
  nowMs: number,
): Promise<void> {
  const faults = lasting.map(({ fault }) => fault).join("\n\n");
  const letter = { lang: "en", subject: "Tableside: something needs you", text: `${faults}\n` };
  const readers = await transaction.selectFrom("office_user").select("email").execute();
  for (const { email } of readers) {
    await outbox.put(transaction, { kind: "alert", mail: { ...letter, to: email } }, nowMs);
  }
  const codes = lasting.map(({ code }) => code);
  await transaction
    .updateTable("office_alert")
    .set({ mailed_at: nowMs })
    .where("code", "in", codes)
    .execute();
}
