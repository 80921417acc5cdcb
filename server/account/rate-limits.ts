import { rateLimit } from "../http/rate-limit.ts";

/** Slows down who tries too much, and nobody else. */
export interface Guard {
  /** Whether a password may be tried. A known browser has a limit of its own. */
  maySignIn(address: string, email: string, device: string | undefined): boolean;
  mayRegister(address: string): boolean;
  /** Whether a link may be asked for; how many a mailbox gets is the outbox's to say. */
  mayReset(address: string): boolean;
  /** Whether somebody who is signed in may try a password once more. */
  mayConfirm(accountId: string): boolean;
  /** Whether somebody who is signed in may send one more form: each is written down. */
  mayAct(accountId: string): boolean;
}

const MINUTE_MS = 60_000;
/** Of an address that many people may share, as behind a proxy that was not made known. */
const SHARED = 10;

/** Addresses are as the proxies tell them: of IPv6 a /64 net. @param now epoch ms. */
export function createGuard(now: () => number): Guard {
  const limit = (burst: number, everyMs: number) => rateLimit({ burst, everyMs, now });
  const signIns = limit(20, 6_000);
  const sharedSignIns = limit(20 * SHARED, 6_000 / SHARED);
  const strangers = limit(10, 1.5 * MINUTE_MS);
  const devices = limit(10, MINUTE_MS);
  const registrations = limit(10, 5 * MINUTE_MS);
  const sharedRegistrations = limit(10 * SHARED, (5 * MINUTE_MS) / SHARED);
  const confirmations = limit(10, MINUTE_MS);
  const actions = limit(60, 2_000);

  const takeSignIn = (address: string) =>
    (isShared(address) ? sharedSignIns : signIns).take(address);
  return {
    maySignIn: (address, email, device) =>
      device === undefined
        ? takeSignIn(address) && strangers.take(email.toLowerCase())
        : devices.take(device),
    mayRegister: (address) =>
      (isShared(address) ? sharedRegistrations : registrations).take(address),
    mayReset: takeSignIn,
    mayConfirm: (accountId) => confirmations.take(accountId),
    mayAct: (accountId) => actions.take(accountId),
  };
}

/** Whether an address is a proxy's on this machine or network rather than somebody's on the internet. */
function isShared(address: string): boolean {
  return /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^0:0:0:0::\/64$|^f[cd]/i.test(
    address,
  );
}
