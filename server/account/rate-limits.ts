import { MINUTE_MS } from "../../src/round/phases.ts";
import { tokenBuckets } from "../runtime/token-bucket.ts";

/** The factor that raises limits for an address that many people may share, as behind an undeclared proxy. */
const SHARED = 10;

export type RateLimits = ReturnType<typeof createRateLimits>;

/**
 * Rate limits of the account pages. Each allowed check counts as one attempt. Client addresses are
 * read from the proxies' headers; an IPv6 address counts as its /64 network.
 */
export function createRateLimits(now: () => number) {
  const limit = (burst: number, everyMs: number) => tokenBuckets({ burst, everyMs, now });
  const byAddress = (burst: number, everyMs: number) => {
    const [own, shared] = [limit(burst, everyMs), limit(burst * SHARED, everyMs / SHARED)];
    return (address: string) => (isShared(address) ? shared : own).take(address);
  };
  const signIns = byAddress(20, 6_000);
  const guessers = limit(10, 5 * MINUTE_MS);
  const strangers = limit(100, 1.5 * MINUTE_MS);
  const devices = limit(10, MINUTE_MS);

  return {
    /**
     * Whether a password may be tried. A browser that has signed in before has its own limit. Others are counted by
     * client address and email address together, so one client address cannot lock an account holder out; all of them
     * share a slow budget for each email address.
     */
    maySignIn(address: string, email: string, knownDevice: string | undefined): boolean {
      const mailbox = email.toLowerCase();
      return knownDevice === undefined
        ? signIns(address) &&
            (isShared(address) || guessers.take(`${address} ${mailbox}`)) &&
            strangers.take(mailbox)
        : devices.take(knownDevice);
    },
    mayRegister: byAddress(10, 5 * MINUTE_MS),
    /** Whether a code may be tried. Wrong codes of an account are counted in the database. */
    mayEnterCode: signIns,
    /** Whether a reset link may be requested. The outbox limits how many emails a mailbox gets. */
    mayReset: signIns,
    mayConfirm: limit(10, MINUTE_MS).take,
    /** Whether an account may send another form, or download another complete list. */
    mayAct: limit(60, 2_000).take,
    /** Whether keys may be changed. Each change makes every server load all keys that the account ever had. */
    mayRotate: limit(20, 30 * MINUTE_MS).take,
  };
}

/**
 * The network by which unpaid invoices of an address are counted: for IPv6 the /48 that a provider may give one
 * customer; null for an address that many people may share.
 */
export function networkOf(address: string): string | null {
  const [net = address] = /^(?:[\da-f]+:){3}/i.exec(address) ?? [];
  return address === "" || isShared(address) ? null : net;
}

/** Whether an address is on this machine or a private network, as a proxy's is. */
function isShared(address: string): boolean {
  return /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^0:0:0:0::\/64$|^f[cd]/i.test(
    address,
  );
}
