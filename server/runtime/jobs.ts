import type { Log } from "./log.ts";

/** Something that is to be done again and again. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  work(): Promise<void>;
}

/** Does jobs in the background, none of them twice at a time. */
export interface Jobs {
  /** Begins no more, and waits for those under way. */
  stop(): Promise<void>;
}

/** Starts jobs. One that fails is logged, and done again at its next time. */
export function startJobs(jobs: readonly Job[], log: Log): Jobs {
  const working = new Map<Job, Promise<void>>();

  function begin(job: Job): void {
    if (!working.has(job)) {
      const work = job
        .work()
        .catch((error: unknown) => log("chore failed", { name: job.name, cause: String(error) }))
        .finally(() => working.delete(job));
      working.set(job, work);
    }
  }

  const timers = jobs.map((job) => setInterval(() => begin(job), job.everyMs).unref());
  return {
    async stop() {
      for (const timer of timers) {
        clearInterval(timer);
      }
      await Promise.all(working.values());
    },
  };
}
