import type { Migration } from "kysely/migration";
import { access } from "./migrations/0001-access.ts";
import { accounts } from "./migrations/0002-accounts.ts";
import { payments } from "./migrations/0003-payments.ts";
import { fairness } from "./migrations/0004-fairness.ts";
import { usage } from "./migrations/0005-usage.ts";
import { claims } from "./migrations/0006-claims.ts";
import { outbox } from "./migrations/0007-outbox.ts";
import { revisions } from "./migrations/0008-revisions.ts";
import { time } from "./migrations/0009-time.ts";
import { beaconSeals } from "./migrations/0010-beacon-seals.ts";
import { webhooks } from "./migrations/0011-webhooks.ts";
import { news } from "./migrations/0012-news.ts";
import { incomingTransfers } from "./migrations/0013-incoming-transfers.ts";
import { balances } from "./migrations/0014-balances.ts";
import { mailStates } from "./migrations/0015-mail-states.ts";
import { ownerActs } from "./migrations/0016-owner-acts.ts";
import { backOffice } from "./migrations/0017-back-office.ts";
import { twoFactor } from "./migrations/0018-two-factor.ts";
import { sightings } from "./migrations/0019-sightings.ts";
import { addressChanges } from "./migrations/0021-address-changes.ts";
import { prices } from "./migrations/0022-prices.ts";
import { plans } from "./migrations/0025-plans.ts";
import { formerAddresses } from "./migrations/0028-former-addresses.ts";

/** All migrations by name, in their order. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-access": access,
  "0002-accounts": accounts,
  "0003-payments": payments,
  "0004-fairness": fairness,
  "0005-usage": usage,
  "0006-claims": claims,
  "0007-outbox": outbox,
  "0008-revisions": revisions,
  "0009-time": time,
  "0010-beacon-seals": beaconSeals,
  "0011-webhooks": webhooks,
  "0012-news": news,
  "0013-incoming-transfers": incomingTransfers,
  "0014-balances": balances,
  "0015-mail-states": mailStates,
  "0016-owner-acts": ownerActs,
  "0017-back-office": backOffice,
  "0018-two-factor": twoFactor,
  "0019-sightings": sightings,
  "0021-address-changes": addressChanges,
  "0022-prices": prices,
  "0025-plans": plans,
  "0028-former-addresses": formerAddresses,
};
