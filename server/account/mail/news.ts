import { DAY_MS } from "../../../src/round/phases.ts";
import type { Log } from "../../runtime/log.ts";
import type { NewsAction } from "../../store/audit.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { readTexts } from "../../store/stored-value.ts";
import { newsEmail, reminderEmail } from "./email-texts.ts";
import type { Sender } from "./email-texts.ts";
import type { Outbox } from "./outbox.ts";

/* Emails that nobody requested: events of an account, and the end of a subscription. */

/** Older events are not emailed: they happened while email was not set up. */
const LATE_NEWS_MS = DAY_MS;
const BATCH = 50;
/** How many days before the end a reminder is sent; 0 means at the end. */
const DAYS_BEFORE = [0, 1, 3, 7] as const;
const EARLIEST_DAYS = Math.max(...DAYS_BEFORE);
/** No reminder is sent this long after the end. */
const LATE_REMINDER_MS = 3 * DAY_MS;

interface NewsDeps extends Sender {
  readonly store: Store;
  readonly outbox: Pick<Outbox, "put">;
}

/**
 * Queues an email for each newsworthy entry of the audit log, once among all processes. The entry is marked in the
 * transaction that stores its email, so no crash loses the email.
 */
export async function queueNews(deps: NewsDeps, nowMs: number): Promise<void> {
  const { store, outbox } = deps;
  await store.db
    .updateTable("audit")
    .set({ unmailed: 0 })
    .where("unmailed", "=", 1)
    .where("at", "<", nowMs - LATE_NEWS_MS)
    .execute();
  const rows = await store.db
    .selectFrom("audit")
    .innerJoin("account_user", "account_user.id", "audit.account_id")
    .select(["audit.id", "audit.action", "audit.detail", "audit.at as atMs"])
    .select(["account_user.email", "account_user.lang"])
    .where("audit.unmailed", "=", 1)
    .orderBy("audit.at")
    .limit(BATCH)
    .execute();
  for (const row of rows) {
    const action = row.action as NewsAction;
    await serialized(store, async (transaction) => {
      const claimed = await transaction
        .updateTable("audit")
        .set({ unmailed: 0 })
        .where("id", "=", row.id)
        .where("unmailed", "=", 1)
        .returning("id")
        .executeTakeFirst();
      if (claimed !== undefined) {
        const mail = newsEmail({ ...row, action, detail: readTexts(row.detail) }, deps);
        await outbox.put(transaction, { kind: "news", mail }, nowMs);
      }
    });
  }
}

/**
 * Queues the due reminders, each once among all processes. If several are due for one subscription, only the one
 * nearest to its end is sent. A failure is logged and retried next time; it does not hold up the others.
 */
export async function queueReminders(
  deps: NewsDeps & { readonly log: Log },
  nowMs: number,
): Promise<void> {
  const { store, outbox, log } = deps;
  const due = await store.db
    .selectFrom("subscription")
    .innerJoin("account_user", "account_user.id", "subscription.account_id")
    .select(["subscription.id", "subscription.ends_at as endsAtMs"])
    .select(["account_user.email", "account_user.lang"])
    .where("subscription.ends_at", ">", nowMs - LATE_REMINDER_MS)
    .where("subscription.ends_at", "<=", nowMs + EARLIEST_DAYS * DAY_MS)
    // A customer who has just bought a short term knows when it ends.
    .where("subscription.id", "not in", (eb) =>
      eb
        .selectFrom("payment")
        .select("subscription_id")
        .where("credited_at", ">", nowMs - DAY_MS),
    )
    .orderBy("subscription.ends_at")
    .execute();
  for (const reminder of due) {
    const { id: subscription, endsAtMs } = reminder;
    const daysBefore =
      DAYS_BEFORE.find((days) => endsAtMs <= nowMs + days * DAY_MS) ?? EARLIEST_DAYS;
    const row = { subscription_id: subscription, ends_at: endsAtMs, days_before: daysBefore };
    const write = serialized(store, async (transaction) => {
      // Recorded together with its email, so that no other process sends it again.
      const recorded = await transaction
        .insertInto("reminder")
        .values({ ...row, sent_at: nowMs })
        .onConflict((conflict) => conflict.doNothing())
        .returning("sent_at")
        .executeTakeFirst();
      if (recorded !== undefined) {
        const mail = reminderEmail(reminder, deps, nowMs);
        await outbox.put(transaction, { kind: "reminder", mail }, nowMs);
      }
    });
    await write.catch((error: unknown) =>
      log("reminder not written", { subscription, cause: String(error) }),
    );
  }
}
