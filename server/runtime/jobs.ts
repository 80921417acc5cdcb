import type { Log } from "./log.ts";

/** Work that is repeated at an interval. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  work(): Promise<void>;
}

/** Starts jobs, each at most once at a time. A job that fails is logged, and runs again at its next time. */
export function startJobs(jobs: readonly Job[], log: Log) {
  const working = new Map<Job, Promise<void>>();

  function begin(job: Job): void {
    if (!working.has(job)) {
      const work = job
        .work()
        .catch((error: unknown) => log("job failed", { name: job.name, cause: String(error) }))
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
