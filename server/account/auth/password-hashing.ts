import { hashPassword, verifyPassword } from "better-auth/crypto";

export type Hashing = ReturnType<typeof createHashing>;

/** Too many passwords are being checked; the user should try again later. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/**
 * Minimum time of a response that hashes a password, in ms. A hash takes a quarter of this time, so the time does not
 * reveal whether anything was written.
 */
const MIN_RESPONSE_MS = 300;
/** Maximum number of waiting hashes: a few seconds of work. */
const MAX_WAITING = 50;
/** Maximum wait for a hash, in ms. Proxies give up after ten seconds. */
const MAX_WAIT_MS = 3_000;

/**
 * Runs the library's scrypt, one hash at a time: each occupies a core for a while, and rounds must continue.
 *
 * @param steady a clock that never jumps, ms.
 * @throws BusyError if too many are waiting, or one has waited too long.
 */
export function createHashing(steady = () => performance.now()) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const busy = () => new BusyError("Too many passwords are being checked.");
    if (waiting >= MAX_WAITING) {
      return Promise.reject(busy());
    }
    waiting += 1;
    const latestMs = steady() + MAX_WAIT_MS;
    const result = last
      .then(() => (steady() > latestMs ? Promise.reject(busy()) : work()))
      .finally(() => (waiting -= 1));
    last = result.catch(() => {});
    return result;
  }

  return {
    minResponseMs: MIN_RESPONSE_MS,
    hash: (password: string) => enqueue(() => hashPassword(password)),
    // A damaged row contains no valid hash. No password is correct, and the account holder may set a new one by email.
    verify: (pair: { hash: string; password: string }) =>
      enqueue(() => verifyPassword(pair).catch(() => false)),
  };
}
