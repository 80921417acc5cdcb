import type { Log } from "../../runtime/log.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { reminderMail } from "./mail-texts.ts";
import type { Reminder } from "./mail-texts.ts";
import type { Outbox } from "./outbox.ts";

const DAY_MS = 86_400_000;
/** How many days before the end a mail goes out; 0 is the end itself. */
const DAYS_BEFORE = [0, 1, 3, 7] as const;
/** Nobody is told today of an end that is long past. */
const LATE_MS = 3 * DAY_MS;

/** What reminders are written with. */
export interface ReminderDesk {
  readonly store: Store;
  readonly outbox: Pick<Outbox, "put">;
  readonly baseUrl: string;
  /** In which the end is named, an IANA name. */
  readonly timeZone: string;
  readonly log: Log;
}

/**
 * Writes to the owners of subscriptions that end within 7, 3 or 1 days, or have ended: each of these
 * once, whichever process comes first. Of several that are due, only the nearest to the end is written.
 * One that cannot be written is logged, and is tried again the next time: it holds up no other.
 */
export async function writeReminders(desk: ReminderDesk, nowMs: number): Promise<void> {
  for (const reminder of await dueReminders(desk.store, nowMs)) {
    try {
      await writeOnce(desk, reminder, nowMs);
    } catch (error) {
      const { subscriptionId: subscription } = reminder;
      desk.log("reminder not written", { subscription, cause: String(error) });
    }
  }
}

interface DueReminder extends Reminder {
  readonly subscriptionId: string;
}

async function dueReminders({ db }: Store, nowMs: number): Promise<DueReminder[]> {
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

/** Notes the reminder together with its mail, so that no other process writes it as well. */
function writeOnce(desk: ReminderDesk, reminder: DueReminder, nowMs: number): Promise<void> {
  const { subscriptionId, endsAtMs } = reminder;
  const daysBefore = DAYS_BEFORE.find((days) => endsAtMs <= nowMs + days * DAY_MS) ?? 7;
  const name = { subscription_id: subscriptionId, ends_at: endsAtMs, days_before: daysBefore };
  return serialized(desk.store, async (transaction) => {
    const taken = await transaction
      .insertInto("reminder")
      .values({ ...name, sent_at: nowMs })
      .onConflict((conflict) => conflict.doNothing())
      .returning("sent_at")
      .executeTakeFirst();
    if (taken !== undefined) {
      const mail = reminderMail(reminder, desk, nowMs);
      await desk.outbox.put(transaction, { kind: "reminder", mail }, nowMs);
    }
  });
}
