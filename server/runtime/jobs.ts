import type { Log } from "./log.ts";
import { repeat, setBackgroundTimer } from "./timers.ts";

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  work(): Promise<void>;
}

/**
 * Starts jobs, each at most once at a time. A failed job runs again at its next time. Consecutive identical failures
 * are logged once.
 */
export function startJobs(jobs: readonly Job[], log: Log) {
  const stops = jobs.map(({ name, everyMs, work }) => {
    let lastCause = "";
    const succeed = () => void (lastCause = "");
    const fail = (error: unknown) => {
      if (lastCause !== String(error)) {
        lastCause = String(error);
        log("job failed", { name, cause: lastCause });
      }
    };
    return repeat(() => work().then(succeed, fail), everyMs, setBackgroundTimer);
  });
  return {
    /** Starts no more jobs, and waits for running ones. */
    async stop(): Promise<void> {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
