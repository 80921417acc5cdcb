import type { Vault } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { clientAddress, ownOrigin } from "../http/proxies.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import { tablePage } from "../pages/render-embed.ts";
import { lobbyPage } from "../pages/render-lobby.ts";
import { audit } from "../store/audit.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { createAccounts } from "./auth/accounts.ts";
import { createAddressChanges } from "./auth/address-changes.ts";
import { createFreshPasswords } from "./auth/fresh-password.ts";
import { createKnownDevices } from "./auth/known-devices.ts";
import { createHashing } from "./auth/password-hashing.ts";
import type { Hashing } from "./auth/password-hashing.ts";
import { createSecondFactors } from "./auth/second-factors.ts";
import { createFlashBox } from "./flash.ts";
import type { MailSender } from "./mail/mail-sender.ts";
import { mailOf } from "./mail/mail-texts.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { PortalContext } from "./portal-context.ts";
import { createPortal } from "./portal.ts";
import type { Portal } from "./portal.ts";
import { createRateLimits } from "./rate-limits.ts";
import { spentTries } from "./spent-tries.ts";

/** What the portal is built from. */
export interface OpenPortalOptions {
  readonly config: Config;
  readonly deps: Deps;
  readonly store: Store;
  readonly vault: Vault;
  /** Whether mails reach their recipients. */
  readonly mailsReachPeople: boolean;
  readonly outbox: Pick<Outbox, "put">;
  readonly sender: Pick<MailSender, "wake">;
  readonly changes: PortalContext["changes"];
  readonly byHand: PortalContext["byHand"];
  readonly drawPage: DrawPage;
  readonly hashing: Hashing | undefined;
}

/** Builds the pages and forms under /account/. */
export function openPortal(options: OpenPortalOptions): Portal {
  const { config, deps, store, vault, mailsReachPeople, outbox, sender } = options;
  const { baseUrl, timeZone } = config;
  const secure = baseUrl?.startsWith("https:") ?? false;
  const accounts = createAccounts({
    store,
    vault,
    hashing: options.hashing ?? createHashing(),
    mustVerify: mailsReachPeople,
    secure,
    async sendMail(mail) {
      // Without a base URL mails go to the operator's file only, where links may be relative.
      const order = { kind: mail.kind, mail: mailOf(mail, baseUrl ?? "") };
      const isStored = await serialized(store, (within) => outbox.put(within, order, deps.now()));
      if (isStored) {
        sender.wake();
      } else {
        deps.metrics.mails.inc({ outcome: "withheld" });
      }
    },
    now: deps.now,
    note: (accountId, event) => audit(store.db, accountId, event, deps.now()),
  });
  const context: PortalContext = {
    store,
    vault,
    accounts,
    limits: createRateLimits(deps.now),
    devices: createKnownDevices(vault.derive("devices")),
    fresh: createFreshPasswords(vault.derive("fresh")),
    factors: createSecondFactors({ store, vault, now: deps.now }),
    addresses: createAddressChanges({
      store,
      outbox,
      baseUrl: baseUrl ?? "",
      timeZone,
      mustVerify: mailsReachPeople,
      wake: sender.wake,
      withheld: () => deps.metrics.mails.inc({ outcome: "withheld" }),
    }),
    terms: config.portal,
    entropy: config.entropy,
    receipts: config.portal,
    mailsReachPeople,
    secure,
    baseUrl,
    changes: options.changes,
    byHand: options.byHand,
    webhooksPrivate: config.webhooksPrivate,
    log: deps.log,
  };
  const flashes = createFlashBox(vault.derive("flashes"));
  const { now, proxies, metrics } = deps;
  const count = (status: number) => metrics.countAnswer("/account/**", status);
  const portal = createPortal({
    context,
    flashes,
    draw: options.drawPage,
    table: (event, game) => tablePage(deps, event, game, ["'self'"]),
    lobby: (event) => lobbyPage(deps, event, ["'self'"]),
    addressOf: (event) => clientAddress(event, deps.proxies),
    originOf: (event) => ownOrigin(event, deps.proxies),
    timeZone,
    now: deps.now,
    isTimeKnown: () => deps.clock.fault() === null,
  });
  return { ...portal, refusesSpent: spentTries({ context, flashes, proxies, now, count }) };
}
