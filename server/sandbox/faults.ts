import { setTimeout as pause } from "node:timers/promises";
import { noStream, notReady } from "../http/refusal.ts";
import { isStream } from "./service-life.ts";

/** The simulated faults, each with its default delay in ms; 0 if it delays nothing. */
export const DELAYS_MS = {
  maintenance: 0,
  unavailable: 0,
  slow: 3_000,
  "no-streams": 0,
  "duplicate-webhooks": 0,
  "late-webhooks": 5_000,
} as const;

export type Fault = keyof typeof DELAYS_MS;

/** The active faults, with their delays in ms. */
export type Faults = Map<Fault, number>;

/** Delays a request, or throws a refusal, according to the active faults. */
export async function applyFaults(faults: Faults, { url }: Request): Promise<void> {
  await pause(faults.get("slow") ?? 0, undefined, { ref: false });
  if (faults.has("unavailable")) {
    throw notReady("The sandbox is set to be unavailable.");
  }
  if (faults.has("no-streams") && isStream(url)) {
    throw noStream("full");
  }
}
