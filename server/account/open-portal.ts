import { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import type { Vault } from "../access/vault.ts";
import type { DrawPage } from "../built-pages.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import type { Store } from "../store/store.ts";
import { ownOrigin } from "../own-origin.ts";
import { tablePage } from "../table-page.ts";
import { createAccounts } from "./accounts.ts";
import { audit } from "./audit.ts";
import type { Desk } from "./desk.ts";
import { createDevices } from "./devices.ts";
import { createFlashBox } from "./flash.ts";
import { createGuard } from "./guard.ts";
import { createHashing } from "./hashing.ts";
import type { Hashing } from "./hashing.ts";
import { mailOf } from "./letters.ts";
import { sendAside } from "./mailer.ts";
import type { Mailer } from "./mailer.ts";
import { createPortal } from "./portal.ts";
import type { Portal } from "./portal.ts";

/** What the portal is put together from. */
export interface PortalParts {
  readonly config: Config;
  readonly deps: Deps;
  readonly store: Store;
  readonly vault: Vault;
  readonly mailer: Mailer;
  readonly changes: Desk["changes"];
  readonly drawPage: DrawPage;
  readonly hashing: Hashing | undefined;
}

/** The pages and forms under /account/. */
export function openPortal(parts: PortalParts): Portal {
  const { config, deps, store, vault, mailer } = parts;
  const { baseUrl, timeZone } = config;
  const secure = baseUrl?.startsWith("https:") ?? false;
  const accounts = createAccounts({
    store,
    vault,
    hashing: parts.hashing ?? createHashing(),
    mustVerify: mailer.reachesPeople,
    secure,
    // Without a base address there are no mails, only the file for whoever runs the service.
    post: (letter) => sendAside(mailer, mailOf(letter, baseUrl ?? ""), deps.log),
    note: (accountId, event) => audit(store.db, accountId, event, deps.now()),
  });
  const desk: Desk = {
    store,
    vault,
    accounts,
    guard: createGuard(deps.now),
    devices: createDevices(vault.derive("devices")),
    terms: config.portal,
    mailsReachPeople: mailer.reachesPeople,
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
    addressOf: (event) => viewerOf(event, deps),
    originOf: (event) => ownOrigin(event, deps.proxies),
    timeZone,
    now: deps.now,
  });
}

/** Who asks, for the limits: a proxy that was not named is one viewer for all behind it. */
function viewerOf(event: H3Event, { proxies }: Deps): string {
  const request = event.runtime?.node?.req;
  return request instanceof IncomingMessage ? proxies.viewerOf(request) : "";
}
