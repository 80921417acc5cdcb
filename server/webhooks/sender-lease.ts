import { dropLease, takeLease } from "../store/lease.ts";
import type { Store } from "../store/store.ts";

/** Lets one server at a time send webhooks. */
export interface SenderLease {
  /** Until when this server may send, epoch ms. */
  heldUntilMs(): number;
  /** Takes or renews the lease, once a second however often it is called. */
  hold(): Promise<"held" | "renewed" | "refused">;
  /** Asks the store at the next call of `hold`, whatever is known. */
  doubt(): void;
  /** Lets another server go on at once. */
  drop(): Promise<void>;
}

const NAME = "webhooks";
/** A server that was killed is followed by another one after this. */
const LEASE_MS = 10_000;
const RENEW_MS = 1_000;

/** @param holder identifies this server among all on the store. */
export function createSenderLease(store: Store, holder: string, now: () => number): SenderLease {
  let heldUntilMs = -Infinity;
  let askedAtMs = -Infinity;

  return {
    heldUntilMs: () => heldUntilMs,
    async hold() {
      const nowMs = now();
      if (nowMs >= askedAtMs && nowMs - askedAtMs < RENEW_MS) {
        return nowMs < heldUntilMs ? "held" : "refused";
      }
      const endsAtMs = nowMs + LEASE_MS;
      const isTaken = await takeLease(store, NAME, holder, { nowMs, endsAtMs });
      askedAtMs = nowMs;
      heldUntilMs = isTaken ? endsAtMs : -Infinity;
      return isTaken ? "renewed" : "refused";
    },
    doubt() {
      askedAtMs = -Infinity;
    },
    drop: () => dropLease(store, NAME, holder),
  };
}
