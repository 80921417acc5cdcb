import type { Log } from "../../runtime/log.ts";
import type { Mailer } from "./mailer.ts";
import type { Outbox, TakenMail } from "./outbox.ts";

/** The outcome of a mail, as a label of the metrics. */
export type MailOutcome = "sent" | "failed" | "given_up" | "withheld";

/** Sends the mails of the outbox. */
export interface MailSender {
  /** Sends all mails that are due, one after another. */
  work(): Promise<void>;
  /** Starts `work` without waiting for it. A failure is logged. */
  wake(): void;
  /** Takes no more mails. Waits up to two seconds for those being sent. */
  stop(): Promise<void>;
}

/** Collaborators of the sender. */
export interface SenderOptions {
  readonly outbox: Pick<Outbox, "take" | "sent" | "failed">;
  readonly mailer: Pick<Mailer, "send">;
  readonly now: () => number;
  readonly log: Log;
  readonly count: (outcome: MailOutcome) => void;
}

/** Mails sent at the same time by one process. */
const MAX_AT_ONCE = 4;
const STOP_MS = 2_000;

export function createMailSender(options: SenderOptions): MailSender {
  const { outbox, mailer, now, log, count } = options;
  const working = new Set<Promise<void>>();
  let isStopping = false;

  async function sendAll(): Promise<void> {
    while (!isStopping) {
      const taken = await outbox.take(now());
      if (taken === undefined) {
        return;
      }
      await sendOne(taken);
    }
  }

  async function sendOne(taken: TakenMail): Promise<void> {
    try {
      if (taken.mail === undefined) {
        throw new Error("It was kept under another key-encryption key.");
      }
      if (now() >= taken.giveUpAtMs) {
        throw new Error("Its time is over.");
      }
      await mailer.send(taken.mail, taken.id);
    } catch (error) {
      await postpone(taken, String(error));
      return;
    }
    await outbox.sent(taken, now());
    count("sent");
  }

  async function postpone(taken: TakenMail, cause: string): Promise<void> {
    const nowMs = now();
    const nextMs = await outbox.failed(taken, cause, nowMs);
    const { kind, tries } = taken;
    if (nextMs === null) {
      count("given_up");
      log("mail given up", { kind, tries, cause });
      return;
    }
    count("failed");
    log("mail not sent", { kind, tries, cause, againInS: Math.round((nextMs - nowMs) / 1_000) });
  }

  function work(): Promise<void> {
    if (working.size >= MAX_AT_ONCE) {
      return Promise.resolve();
    }
    const run = sendAll().finally(() => working.delete(run));
    working.add(run);
    return run;
  }

  return {
    work,
    wake() {
      work().catch((error: unknown) => log("mails wait", { cause: String(error) }));
    },
    async stop() {
      isStopping = true;
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
      await Promise.race([Promise.allSettled(working), timeout]);
      clearTimeout(timer);
    },
  };
}
