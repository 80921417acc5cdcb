import type { Config } from "../config/config.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { openServiceClock, trustedClock } from "./service-clock.ts";
import type { ServiceClock } from "./service-clock.ts";

export interface OpenClockDeps {
  readonly store: Store;
  /** This machine's clock, epoch ms. */
  readonly now: Clock;
  /** A clock that nothing sets, ms from any beginning. Null trusts `now` and asks no witness. */
  readonly steady: Clock | null;
  readonly setTimer: SetTimer;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Opens the clock that a service with these settings goes by. */
export async function openClock(
  { entropy, beacons, portal }: Config,
  { store, now, steady, setTimer, log, metrics }: OpenClockDeps,
): Promise<ServiceClock> {
  if (steady === null) {
    return trustedClock(now);
  }
  const { relays } = beacons;
  const isSelling = portal.on && portal.addresses.length > 0;
  return openServiceClock({
    store,
    setTimer,
    relays,
    // Hosts that are called anyway: the Date header of each answer is a free check of the time.
    regulars: [...(entropy === "drand" ? relays : []), ...(isSelling ? portal.tronUrls : [])],
    wall: now,
    steady,
    log,
    report: metrics.showClock,
    onStep: () => metrics.clockSteps.inc(),
  });
}
