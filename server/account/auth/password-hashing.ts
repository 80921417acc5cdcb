import { hashPassword, verifyPassword } from "better-auth/crypto";
import { BusyError } from "../errors.ts";

/** Hashes passwords, which is slow, without delaying anything else. */
export interface Hashing {
  /**
   * The minimum time of an answer that hashes, ms. It is longer than hashing and writing take, so that
   * the time does not reveal whether anything was written.
   */
  readonly minAnswerMs: number;
  hash(password: string): Promise<string>;
  verify(pair: { hash: string; password: string }): Promise<boolean>;
}

/** A hash takes a quarter of this. */
const MIN_ANSWER_MS = 300;
/** Some seconds of work. Nobody waits longer for an answer. */
const MAX_WAITING = 50;

/**
 * The library's scrypt, outside the event loop. One hash at a time: each takes a core and 32 MB, and
 * rounds must go on meanwhile.
 *
 * @throws BusyError when too many are waiting.
 */
export function createHashing(): Hashing {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= MAX_WAITING) {
      return Promise.reject(new BusyError("Too many passwords are being checked."));
    }
    waiting += 1;
    const result = last.then(work).finally(() => (waiting -= 1));
    last = result.catch(() => {});
    return result;
  }

  return {
    minAnswerMs: MIN_ANSWER_MS,
    hash: (password) => enqueue(() => hashPassword(password)),
    verify: (pair) => enqueue(() => verifyPassword(pair)),
  };
}
