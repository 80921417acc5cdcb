import type { Log } from "../../runtime/log.ts";
import { NEWS } from "../../store/audit.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { readTexts } from "../../store/stored-value.ts";
import { newsMail } from "./mail-texts.ts";
import type { News } from "./mail-texts.ts";
import type { Outbox } from "./outbox.ts";

/** What is older is not mailed: it happened while mail was not set up. */
const LATE_MS = 86_400_000;
/** Entries read at a time. */
const BATCH = 50;

/** Collaborators of news. */
export interface NewsDeps {
  readonly store: Store;
  readonly outbox: Pick<Outbox, "put">;
  readonly baseUrl: string;
  /** The zone of the date in the mail, an IANA name. */
  readonly timeZone: string;
  readonly log: Log;
  /** Called for each mail that its mailbox has no room for. */
  readonly withheld: () => void;
}

interface DueNews extends News {
  readonly id: string;
}

/**
 * Queues a mail for each entry of the audit logs that is news, once, whichever process comes first. An
 * entry and the task to mail it are stored together, so that no crash loses the mail.
 */
export async function queueNews(deps: NewsDeps, nowMs: number): Promise<void> {
  await deps.store.db
    .updateTable("audit")
    .set({ unmailed: 0 })
    .where("unmailed", "=", 1)
    .where("at", "<", nowMs - LATE_MS)
    .execute();
  for (const news of await dueNews(deps.store)) {
    await writeOnce(deps, news, nowMs);
  }
}

async function dueNews({ db }: Store): Promise<DueNews[]> {
  const rows = await db
    .selectFrom("audit")
    .innerJoin("account_user", "account_user.id", "audit.account_id")
    .select(["audit.id", "audit.action", "audit.detail", "audit.at"])
    .select(["account_user.email", "account_user.lang"])
    .where("audit.unmailed", "=", 1)
    .orderBy("audit.at")
    .limit(BATCH)
    .execute();
  return rows.flatMap(({ id, action, detail, at: atMs, email, lang }) => {
    const known = NEWS.find((each) => each === action);
    // Another version of the service may know more kinds of news.
    return known === undefined
      ? []
      : [{ id, email, lang, entry: { action: known, atMs, detail: readTexts(detail) } }];
  });
}

function writeOnce(deps: NewsDeps, news: DueNews, nowMs: number): Promise<void> {
  return serialized(deps.store, async (transaction) => {
    const taken = await transaction
      .updateTable("audit")
      .set({ unmailed: 0 })
      .where("id", "=", news.id)
      .where("unmailed", "=", 1)
      .returning("id")
      .executeTakeFirst();
    if (taken === undefined) {
      return;
    }
    const order = { kind: "news", mail: newsMail(news, deps) } as const;
    if (!(await deps.outbox.put(transaction, order, nowMs))) {
      deps.log("news withheld", { action: news.entry.action });
      deps.withheld();
    }
  });
}
