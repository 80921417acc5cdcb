import type { Log } from "./log.ts";

/** Work that is repeated at an interval. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  work(): Promise<void>;
}

/**
 * Starts jobs, each at most once at a time. A job that fails runs again at its next time; the same failure in a row is
 * logged once.
 */
export function startJobs(jobs: readonly Job[], log: Log) {
  const working = new Map<Job, Promise<void>>();
  const causes = new Map<Job, string>();

  function report(job: Job, cause: string): void {
    if (causes.get(job) !== cause) {
      causes.set(job, cause);
      log("job failed", { name: job.name, cause });
    }
  }

  function begin(job: Job): void {
    if (!working.has(job)) {
      const work = job
        .work()
        .then(
          () => void causes.delete(job),
          (error: unknown) => report(job, String(error)),
        )
        .finally(() => working.delete(job));
      working.set(job, work);
    }
  }

  const timers = jobs.map((job) => setInterval(() => begin(job), job.everyMs).unref());
  return {
    /** Starts no more jobs, and waits for running ones. */
    async stop(): Promise<void> {
      for (const timer of timers) {
        clearInterval(timer);
      }
      await Promise.all(working.values());
    },
  };
}
