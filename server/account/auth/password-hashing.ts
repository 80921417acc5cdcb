import { hashPassword, verifyPassword } from "better-auth/crypto";

/** Hashes passwords, slowly, where that delays nothing else. */
export interface Hashing {
  /**
   * How long an answer takes at least that hashes and then writes, or not, ms: it covers both, so that
   * nobody can tell which.
   */
  readonly coverMs: number;
  hash(password: string): Promise<string>;
  verify(pair: { hash: string; password: string }): Promise<boolean>;
}

/** There is more to hash than can be done in good time: try again later. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/** A hash takes a quarter of this. */
const COVER_MS = 300;
/** Waiting longer than for these, some seconds, serves nobody. */
const MAX_WAITING = 50;

/**
 * The library's scrypt, which runs outside the event loop, one at a time: each takes a core and
 * 32 MB, and the rounds go on beside it.
 *
 * @throws BusyError when too many wait already.
 */
export function createHashing(): Hashing {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= MAX_WAITING) {
      return Promise.reject(new BusyError("Too many passwords are being checked."));
    }
    waiting += 1;
    const turn = last.then(work).finally(() => (waiting -= 1));
    last = turn.catch(() => {});
    return turn;
  }

  return {
    coverMs: COVER_MS,
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (pair) => inTurn(() => verifyPassword(pair)),
  };
}
