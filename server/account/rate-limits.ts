import { rateLimit } from "../http/rate-limit.ts";
import type { Device } from "./auth/known-devices.ts";

/** Rate limits of the account pages. Each question counts as one attempt if it is allowed. */
export interface RateLimits {
  /** Whether any sign-in is left, by what is known before the form is read. Counts nothing. */
  hasSignIn(address: string, deviceName: string | undefined): boolean;
  /**
   * Whether a password may be tried. A known browser has a limit of its own. Others are counted by address and
   * e-mail address together, so that no one address keeps an owner out; all of them share a slow budget.
   */
  maySignIn(address: string, email: string, device: Device | undefined): boolean;
  /** Whether a code may be tried. How many of one account may be wrong is counted in the database. */
  mayEnterCode(address: string): boolean;
  mayRegister(address: string): boolean;
  /** Whether a reset link may be requested. The outbox limits how many mails a mailbox gets. */
  mayReset(address: string): boolean;
  /** Whether somebody who is signed in may try their password once more. */
  mayConfirm(accountId: string): boolean;
  /**
   * Whether somebody who is signed in may send another form, which writes to the database, or download
   * another list, which is read whole.
   */
  mayAct(accountId: string): boolean;
  /** Whether a key may be replaced once more. Each change of its keys has every server load all that an account ever had. */
  mayRotate(accountId: string): boolean;
}

const MINUTE_MS = 60_000;
/** How much more an address may do that many people may share, as behind an undeclared proxy. */
const SHARED = 10;

/** Addresses are client addresses as the proxies report them; of IPv6, a /64 network. */
export function createRateLimits(now: () => number): RateLimits {
  const limit = (burst: number, everyMs: number) => rateLimit({ burst, everyMs, now });
  const signIns = limit(20, 6_000);
  const sharedSignIns = limit(20 * SHARED, 6_000 / SHARED);
  const guessers = limit(10, 5 * MINUTE_MS);
  const strangers = limit(100, 1.5 * MINUTE_MS);
  const devices = limit(10, MINUTE_MS);
  const registrations = limit(10, 5 * MINUTE_MS);
  const sharedRegistrations = limit(10 * SHARED, (5 * MINUTE_MS) / SHARED);
  const confirmations = limit(10, MINUTE_MS);
  const actions = limit(60, 2_000);
  const rotations = limit(20, 30 * MINUTE_MS);

  const signInsOf = (address: string) => (isShared(address) ? sharedSignIns : signIns);
  const takeSignIn = (address: string) => signInsOf(address).take(address);
  return {
    hasSignIn: (address, deviceName) =>
      deviceName === undefined ? signInsOf(address).has(address) : devices.has(deviceName),
    maySignIn: (address, email, device) =>
      // One who guesses at others' accounts from a browser of an own account uses up its tries as well.
      (device === undefined || devices.take(device.name)) &&
      (device?.isKnown === true ||
        (takeSignIn(address) &&
          (isShared(address) || guessers.take(`${address} ${email.toLowerCase()}`)) &&
          strangers.take(email.toLowerCase()))),
    mayRegister: (address) =>
      (isShared(address) ? sharedRegistrations : registrations).take(address),
    mayEnterCode: takeSignIn,
    mayReset: takeSignIn,
    mayConfirm: (accountId) => confirmations.take(accountId),
    mayAct: (accountId) => actions.take(accountId),
    mayRotate: (accountId) => rotations.take(accountId),
  };
}

/**
 * What unpaid invoices of an address are counted by: of IPv6 the /48 that one customer of a provider may have;
 * null where many people may share the address.
 */
export function networkOf(address: string): string | null {
  const [net = address] = /^(?:[\da-f]+:){3}/i.exec(address) ?? [];
  return address === "" || isShared(address) ? null : net;
}

/** Whether an address is on this machine or a private network, such as a proxy's. */
function isShared(address: string): boolean {
  return /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^0:0:0:0::\/64$|^f[cd]/i.test(
    address,
  );
}
