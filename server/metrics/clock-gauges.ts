import { Gauge } from "prom-client";
import type { Registry } from "prom-client";
import type { ClockState } from "../time/clock-state.ts";

/** The figures of the clock; gives what sets them. */
export function clockGauges(registry: Registry): (state: ClockState) => void {
  const registers = [registry];
  const width = new Gauge({
    name: "tableside_clock_width_ms",
    help: "How far apart the bounds on the time are, in milliseconds.",
    registers,
  });
  const verdict = new Gauge({
    name: "tableside_clock_verdict",
    help: "1 for what is made of the time now (sure, wide, unwitnessed, contradicted, vague, behind).",
    labelNames: ["verdict"] as const,
    registers,
  });
  const witnesses = new Gauge({
    name: "tableside_clock_witnesses",
    help: "Clocks heard besides this machine's, by kind (database, chrony, servers, dates, beacons).",
    labelNames: ["witness"] as const,
    registers,
  });
  return (state) => {
    width.set(state.widthMs);
    verdict.reset();
    verdict.set({ verdict: state.verdict }, 1);
    for (const [witness, count] of Object.entries(state.witnesses)) {
      witnesses.set({ witness }, count);
    }
  };
}
