import { Worker } from "node:worker_threads";
import { threadCalls } from "../../runtime/thread-calls.ts";
import type { ThreadCalls } from "../../runtime/thread-calls.ts";
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

/** What the thread does of it. */
export type HashingThread = Pick<Hashing, "hash" | "verify">;

/** A hash takes a quarter of this. */
const MIN_ANSWER_MS = 300;
/** Some seconds of work. */
const MAX_WAITING = 50;
/** Where other work leaves little of the machine the same takes half a minute, and a proxy gives up after ten seconds. */
const MAX_WAIT_MS = 3_000;

/**
 * The library's scrypt, in a thread of its own that comes after all others. One hash at a time, and rounds
 * go on meanwhile. The thread starts with the first hash, and again after it has ended by itself.
 *
 * @param steady a clock that never jumps, ms.
 * @throws BusyError when too many are waiting, or one has waited for too long.
 */
export function createHashing(steady = () => performance.now()): Hashing {
  let running: { readonly thread: Worker; readonly calls: ThreadCalls<HashingThread> } | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function start() {
    const thread = new Worker(new URL("./hashing-thread.ts", import.meta.url));
    const started = { thread, calls: threadCalls<object, HashingThread>(thread, {}) };
    let cause: unknown;
    // An error is followed by the exit.
    thread.on("error", (error) => (cause = error));
    thread.on("exit", () => {
      running = undefined;
      started.calls.end(new Error("The thread that hashes passwords has ended.", { cause }));
    });
    return started;
  }

  async function inThread<T>(work: (calls: ThreadCalls<HashingThread>) => Promise<T>): Promise<T> {
    running ??= start();
    const { thread, calls } = running;
    // It keeps the process alive while somebody waits for it.
    thread.ref();
    try {
      return await work(calls);
    } finally {
      thread.unref();
    }
  }

  function enqueue<T>(work: (calls: ThreadCalls<HashingThread>) => Promise<T>): Promise<T> {
    if (waiting >= MAX_WAITING) {
      return Promise.reject(busy());
    }
    waiting += 1;
    const latestMs = steady() + MAX_WAIT_MS;
    const result = last
      .then(() => {
        if (steady() > latestMs) {
          throw busy();
        }
        return inThread(work);
      })
      .finally(() => (waiting -= 1));
    last = result.catch(() => {});
    return result;
  }

  return {
    minAnswerMs: MIN_ANSWER_MS,
    hash: (password) => enqueue((calls) => calls.call("hash", password)),
    verify: (pair) => enqueue((calls) => calls.call("verify", pair)),
  };
}

const busy = () => new BusyError("Too many passwords are being checked.");
