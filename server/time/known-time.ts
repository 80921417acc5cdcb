import type { Job } from "../runtime/jobs.ts";
import type { ServiceClock } from "./service-clock.ts";

type Clock = Pick<ServiceClock, "time" | "fault" | "isDoubted">;

/** A job that is skipped while the time is unknown; one that deletes, also while the time is in doubt. */
export function whileTimeIsKnown(clock: Clock, job: Job): Job {
  return {
    ...job,
    async work() {
      // Asking for the time is what brings the clock's fault up to date.
      clock.time();
      if (clock.fault() === null && !(job.deletes === true && clock.isDoubted())) {
        await job.work();
      }
    },
  };
}
