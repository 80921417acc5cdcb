import type { Log } from "../../runtime/log.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { reminderMail } from "./mail-texts.ts";
import type { Reminder } from "./mail-texts.ts";
import type { Outbox } from "./outbox.ts";

const DAY_MS = 86_400_000;
/** How many days before the end a reminder is sent; 0 means at the end. */
const DAYS_BEFORE = [0, 1, 3, 7] as const;
/** No reminder is sent this long after the end. */
const LATE_MS = 3 * DAY_MS;

/** Collaborators of reminders. */
export interface ReminderDeps {
  readonly store: Store;
  readonly outbox: Pick<Outbox, "put">;
  readonly baseUrl: string;
  /** The zone of the date in the mail, an IANA name. */
  readonly timeZone: string;
  readonly log: Log;
}

/**
 * Queues reminders for subscriptions that end within 7, 3 or 1 days or have ended, each once, whichever
 * process comes first. If several are due for one subscription, only the one nearest to its end is sent.
 * A failure is logged and tried again next time; it does not hold up the others.
 */
export async function queueReminders(deps: ReminderDeps, nowMs: number): Promise<void> {
  for (const reminder of await dueReminders(deps.store, nowMs)) {
    try {
      await writeOnce(deps, reminder, nowMs);
    } catch (error) {
      const { subscriptionId: subscription } = reminder;
      deps.log("reminder not written", { subscription, cause: String(error) });
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
    // Somebody who has just paid for a short term knows when it ends.
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

/** Records the reminder together with its mail, so that no other process sends it again. */
function writeOnce(deps: ReminderDeps, reminder: DueReminder, nowMs: number): Promise<void> {
  const { subscriptionId, endsAtMs } = reminder;
  const daysBefore = DAYS_BEFORE.find((days) => endsAtMs <= nowMs + days * DAY_MS) ?? 7;
  const name = { subscription_id: subscriptionId, ends_at: endsAtMs, days_before: daysBefore };
  return serialized(deps.store, async (transaction) => {
    const taken = await transaction
      .insertInto("reminder")
      .values({ ...name, sent_at: nowMs })
      .onConflict((conflict) => conflict.doNothing())
      .returning("sent_at")
      .executeTakeFirst();
    if (taken !== undefined) {
      const mail = reminderMail(reminder, deps, nowMs);
      await deps.outbox.put(transaction, { kind: "reminder", mail }, nowMs);
    }
  });
}
