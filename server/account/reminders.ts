import type { Store } from "../store/store.ts";
import { reminderMail } from "./letters.ts";
import type { Mailer } from "./mailer.ts";

const DAY_MS = 86_400_000;
/** How many days before the end a mail goes out; 0 is the end itself. */
const DAYS_BEFORE = [0, 1, 3, 7] as const;
/** Nobody is told today of an end that is long past. */
const LATE_MS = 3 * DAY_MS;

/** What reminders are sent with. */
export interface ReminderDesk {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly baseUrl: string;
}

/**
 * Mails the owners of subscriptions that end within 7, 3 or 1 days, or have ended: each of these
 * once, whichever process comes first. Of several that are due, only the nearest to the end is sent.
 *
 * @throws what the mailer threw, once all others have theirs; what failed is tried again the next time.
 */
export async function sendReminders(desk: ReminderDesk, nowMs: number): Promise<void> {
  const faults: unknown[] = [];
  for (const reminder of await dueReminders(desk.store, nowMs)) {
    await sendOnce(desk, reminder, nowMs).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) {
    throw faults[0];
  }
}

interface Reminder {
  readonly subscriptionId: string;
  readonly endsAtMs: number;
  readonly email: string;
  readonly lang: string;
}

async function dueReminders({ db }: Store, nowMs: number): Promise<Reminder[]> {
  const rows = await db
    .selectFrom("subscription")
    .innerJoin("account_user", "account_user.id", "subscription.account_id")
    .select(["subscription.id", "subscription.ends_at", "account_user.email", "account_user.lang"])
    .where("subscription.trial", "=", 0)
    .where("subscription.ends_at", ">", nowMs - LATE_MS)
    .where("subscription.ends_at", "<=", nowMs + 7 * DAY_MS)
    // Who has just paid for a short term knows when it ends.
    .where("subscription.id", "not in", (query) =>
      query
        .selectFrom("payment")
        .select("subscription_id")
        .where("credited_at", ">", nowMs - DAY_MS),
    )
    .orderBy("subscription.ends_at")
    .execute();
  return rows.map(({ id, ends_at: endsAtMs, email, lang }) => ({
    subscriptionId: id,
    endsAtMs,
    email,
    lang,
  }));
}

/** Writes the reminder down before it is sent, so that no other process sends it as well. */
async function sendOnce(
  { store, mailer, baseUrl }: ReminderDesk,
  { subscriptionId, endsAtMs, email, lang }: Reminder,
  nowMs: number,
): Promise<void> {
  const daysBefore = DAYS_BEFORE.find((days) => endsAtMs <= nowMs + days * DAY_MS) ?? 7;
  const name = { subscription_id: subscriptionId, ends_at: endsAtMs, days_before: daysBefore };
  const taken = await store.db
    .insertInto("reminder")
    .values({ ...name, sent_at: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning("sent_at")
    .executeTakeFirst();
  if (taken === undefined) {
    return;
  }
  try {
    await mailer.send(reminderMail(email, lang, daysBefore, baseUrl));
  } catch (error) {
    await store.db
      .deleteFrom("reminder")
      .where("subscription_id", "=", subscriptionId)
      .where("ends_at", "=", endsAtMs)
      .where("days_before", "=", daysBefore)
      .execute();
    throw error;
  }
}
