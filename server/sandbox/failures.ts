import { setTimeout as pause } from "node:timers/promises";
import { noStream, notReady } from "../http/refusal.ts";
import { isStream } from "./service-life.ts";

/** The simulated failures, each with its default delay in ms; 0 if it delays nothing. */
export const FAILURES = {
  maintenance: 0,
  unavailable: 0,
  slow: 3_000,
  "no-streams": 0,
  "duplicate-webhooks": 0,
  "late-webhooks": 5_000,
} as const;

export type Failure = keyof typeof FAILURES;

/** The active failures, with their delays in ms. */
export type Failures = Map<Failure, number>;

/**
 * Delays a request, or throws a refusal, according to the active failures. Maintenance is a state of the service, and
 * `poster.ts` applies the failures of webhooks.
 */
export async function applyFailures(failures: Failures, { url }: Request): Promise<void> {
  await pause(failures.get("slow") ?? 0, undefined, { ref: false });
  if (failures.has("unavailable")) {
    throw notReady("The sandbox is set to be unavailable.");
  }
  if (failures.has("no-streams") && isStream(url)) {
    throw noStream("full");
  }
}
