import { randomUUID } from "node:crypto";
import type { StoreChanges } from "../access/store-changes.ts";
import type { Vault } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import type { Deps, Portal } from "../deps.ts";
import type { RenderPage } from "../pages/built-pages.ts";
import type { DecidedState } from "../payment/node-responses.ts";
import { watchNode } from "../payment/tron/node-watch.ts";
import type { NodeState } from "../payment/tron/node-watch.ts";
import { withFallbacks, tronNode } from "../payment/tron/node.ts";
import { paymentWorker } from "../payment/worker.ts";
import type { Log } from "../runtime/log.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { audit } from "../store/audit.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { ManualCalls } from "../webhooks/calls.ts";
import type { MailAccount } from "../webhooks/endpoints.ts";
import { createAccounts } from "./auth/accounts.ts";
import type { Hashing } from "./auth/password-hashing.ts";
import { createHashing } from "./auth/password-hashing.ts";
import { createSecondFactors } from "./auth/second-factors.ts";
import { deleteExpiredSessions } from "./auth/sessions.ts";
import { createSignedCookies } from "./cookies.ts";
import { linkEmail, addressChangedEmail, webhookOffEmail } from "./mail/email-texts.ts";
import { createMailer } from "./mail/mailer.ts";
import { queueNews, queueReminders } from "./mail/news.ts";
import { createMailSender, createOutbox, deleteOldEmails } from "./mail/outbox.ts";
import type { MailKind } from "./mail/outbox.ts";
import { createPortal } from "./portal.ts";
import { createRateLimits } from "./rate-limits.ts";

export interface PortalDeps {
  readonly config: Config;
  readonly store: Store;
  readonly changes: StoreChanges;
  readonly dataDir: string;
  /** Encrypts keys and secrets that account holders may see again. */
  readonly vault: () => Promise<Vault>;
  readonly manualCalls: () => Promise<ManualCalls>;
  readonly renderPage: RenderPage;
  readonly hashing: Hashing | undefined;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function openPortal(
  options: Omit<PortalDeps, "vault"> & { vault: Vault; onNode: (state: NodeState) => void },
) {
  const { config, store, vault, now, log, metrics } = options;
  const { portal: terms, timeZone } = config;
  // Without a base URL emails go to a file for the owner only, where links may be relative.
  const baseUrl = config.baseUrl ?? "";
  const outbox = createOutbox(store, vault, (kind) => {
    metrics.emails.inc({ outcome: "withheld" });
    // Withheld emails of the other kinds are not logged: strangers can cause any number of them.
    if (kind === "news" || kind === "webhook") {
      log(kind === "news" ? "news withheld" : "webhook email withheld");
    }
  });
  const sender = createMailSender({
    outbox,
    send: createMailer({ mail: terms.mail, dataDir: options.dataDir, now }),
    now,
    log,
    count: (outcome) => metrics.emails.inc({ outcome }),
  });
  const mailing = { store, outbox, baseUrl, timeZone, log };

  const node = withFallbacks(terms.tronNodes.map((endpoint) => tronNode(endpoint)));
  const { contract, addresses } = terms;
  const worker = paymentWorker({
    ...options,
    contract,
    addresses,
    node,
    watch: watchNode({ node, contract, now, log, report: options.onNode }),
    random: Math.random,
    onDecided: (state: DecidedState, waitedMs: number) =>
      // A clock that was set back must not make the sum decrease.
      metrics.paymentWait.observe({ state }, Math.max(0, waitedMs) / 1_000),
    holder: randomUUID(),
  });

  return {
    sender,
    worker,
    queueReminders: () => queueReminders(mailing, now()),
    queueNews: () => queueNews(mailing, now()),
    async deleteExpired(): Promise<void> {
      await deleteExpiredSessions(store, now());
      await deleteOldEmails(store, now());
    },
    mailEndpointOff: (async (transaction, account, endpoint) => {
      const mail = webhookOffEmail(account, endpoint, mailing);
      await outbox.put(transaction, { kind: "webhook", mail }, now());
    }) satisfies MailAccount,
    pages(deps: Deps): Portal {
      const secure = config.baseUrl?.startsWith("https:") ?? false;
      const isMailed = terms.mail !== null;
      const accounts = createAccounts({
        ...options,
        hashing: options.hashing ?? createHashing(),
        mustVerify: isMailed,
        secure,
        async sendMail(mail) {
          const kind = mail.kind.startsWith("address") ? "address" : (mail.kind as MailKind);
          const input = { kind, mail: linkEmail(mail, mailing) };
          await serialized(store, (transaction) => outbox.put(transaction, input, now()));
          sender.wake();
        },
        async emailChanged(transaction, former) {
          const mail = addressChangedEmail(former, now(), mailing);
          await outbox.put(transaction, { kind: "news", mail }, now());
        },
        note: (accountId, event) => audit(store.db, accountId, event, now()),
      });
      const context = {
        ...options,
        accounts,
        limits: createRateLimits(now),
        signed: createSignedCookies(vault.derive("cookies")),
        factors: createSecondFactors({ store, vault, now }),
        terms,
        entropy: config.entropy,
        isMailed,
        secure,
        baseUrl: config.baseUrl,
        webhooksPrivate: config.webhooksPrivate,
      };
      return createPortal(context, deps, options.renderPage, timeZone);
    },
  };
}
