import type { Vault } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client-address.ts";
import { ownOrigin } from "../http/own-origin.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import { tablePage } from "../pages/render-embed.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { audit } from "./audit-log.ts";
import { createAccounts } from "./auth/accounts.ts";
import { createDevices } from "./auth/known-devices.ts";
import { createHashing } from "./auth/password-hashing.ts";
import type { Hashing } from "./auth/password-hashing.ts";
import { createFlashBox } from "./flash.ts";
import type { MailSender } from "./mail/mail-sender.ts";
import { mailOf } from "./mail/mail-texts.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { Desk } from "./portal-context.ts";
import { createPortal } from "./portal.ts";
import type { Portal } from "./portal.ts";
import { createGuard } from "./rate-limits.ts";

/** What the portal is put together from. */
export interface PortalParts {
  readonly config: Config;
  readonly deps: Deps;
  readonly store: Store;
  readonly vault: Vault;
  /** Whether mails reach the people they are for. */
  readonly mailsReachPeople: boolean;
  readonly outbox: Pick<Outbox, "put">;
  readonly sender: Pick<MailSender, "wake">;
  readonly changes: Desk["changes"];
  readonly drawPage: DrawPage;
  readonly hashing: Hashing | undefined;
}

/** The pages and forms under /account/. */
export function openPortal(parts: PortalParts): Portal {
  const { config, deps, store, vault, mailsReachPeople, outbox, sender } = parts;
  const { baseUrl, timeZone } = config;
  const secure = baseUrl?.startsWith("https:") ?? false;
  const accounts = createAccounts({
    store,
    vault,
    hashing: parts.hashing ?? createHashing(),
    mustVerify: mailsReachPeople,
    secure,
    async post(letter) {
      // Without a base address there are no mails, only the file for whoever runs the service.
      const order = { kind: letter.kind, mail: mailOf(letter, baseUrl ?? "") };
      const isKept = await serialized(store, (within) => outbox.put(within, order, deps.now()));
      if (isKept) {
        sender.wake();
      } else {
        deps.metrics.mails.inc({ outcome: "withheld" });
      }
    },
    note: (accountId, event) => audit(store.db, accountId, event, deps.now()),
  });
  const desk: Desk = {
    store,
    vault,
    accounts,
    guard: createGuard(deps.now),
    devices: createDevices(vault.derive("devices")),
    terms: config.portal,
    mailsReachPeople,
    secure,
    baseUrl,
    changes: parts.changes,
    log: deps.log,
  };
  return createPortal({
    desk,
    flashes: createFlashBox(vault.derive("flashes")),
    draw: parts.drawPage,
    table: (event, game) => tablePage(deps, event, game, ["'self'"]),
    addressOf: (event) => clientAddress(event, deps.proxies),
    originOf: (event) => ownOrigin(event, deps.proxies),
    timeZone,
    now: deps.now,
    isTimeKnown() {
      deps.time();
      return deps.clock.fault() === null;
    },
  });
}
