import type { H3Event } from "h3";
import type { KeyChecker } from "./access/key-checker.ts";
import type { Maintenance } from "./access/maintenance.ts";
import type { StoreChanges } from "./access/store-changes.ts";
import type { Usage } from "./access/usage.ts";
import type { Fairness } from "./fairness/open-rounds.ts";
import type { ComputeBudget } from "./http/compute-budget.ts";
import type { Proxies } from "./http/proxies.ts";
import type { Oracle } from "./oracle/oracle.ts";
import type { WithPastBeacons } from "./oracle/past-beacons.ts";
import type { ServiceClock } from "./oracle/service-clock.ts";
import type { Streams } from "./oracle/streams.ts";
import type { Assets } from "./pages/assets.ts";
import type { Pages } from "./pages/pages.ts";
import type { Log } from "./runtime/log.ts";
import type { NextTurn } from "./runtime/loop-turns.ts";
import type { Metrics } from "./runtime/metrics.ts";

/** Handles requests under /account/. */
export type Portal = (event: H3Event) => Promise<unknown>;

/** The routes' dependencies. `server/service.ts` provides them; tests provide their own. */
export interface Deps {
  oracle: Oracle;
  keyChecker: Pick<KeyChecker, "check">;
  maintenance: Maintenance;
  streams: Streams;
  fairness: Pick<Fairness, "headers" | "records" | "keys" | "isCommitted">;
  withPastBeacons: WithPastBeacons;
  nextTurn: NextTurn;
  proxies: Proxies;
  budget: ComputeBudget;
  metrics: Metrics;
  pages: Pages;
  assets: Assets;
  /** Whether this is a sandbox: its tables are marked, and test keys open them. */
  isSandbox: boolean;
  /** The service's public URL; if null, each request's own origin applies. */
  baseUrl: string | null;
  /** The owner's email address for customers; empty for none. */
  contact: string;
  /** The folder for secrets, signed headers and a SQLite database, whose disk must not fill. */
  dataDir: string;
  clock: Pick<ServiceClock, "time" | "fault" | "trust">;
  /** The best estimate of the time, epoch ms, for access and payments. */
  now: () => number;
  usage: Usage;
  /** Null if the pages under /account/ are switched off. */
  portal: (() => Promise<Portal>) | null;
  isSelling: boolean;
  /** Such as `49 USDT for 30 days`; null if no plan is on sale. Rejects while the store does not respond. */
  lowestPrice: () => Promise<string | null>;
  store: Pick<StoreChanges, "state" | "fault">;
  log: Log;
}
