import { aged, offsetOf } from "../offset.ts";
import type { Offset } from "../offset.ts";

/** The clocks of those whom this server asks for something by HTTP anyway, in whole seconds. */
export interface DatesWitness {
  /** Takes the header `Date` of an answer, with the times of the question and the answer. */
  note(host: string, headers: Headers, sentMs: number, receivedMs: number): void;
  /** The clocks that were heard lately, at a time of the steady clock. */
  clocks(steadyMs: number): readonly Offset[];
}

/** For so long a host's word counts. */
const FRESH_MS = 600_000;
const SECOND_MS = 1_000;

export function datesWitness(heard: () => void): DatesWitness {
  const clocks = new Map<string, Offset>();
  return {
    note(host, headers, sentMs, receivedMs) {
      const fromMs = Date.parse(headers.get("date") ?? "");
      // What a cache kept is as old as the cache says.
      if (Number.isNaN(fromMs) || headers.has("age")) {
        return;
      }
      clocks.set(host, offsetOf({ fromMs, toMs: fromMs + SECOND_MS, sentMs, receivedMs }));
      heard();
    },
    clocks: (steadyMs) =>
      [...clocks.values()]
        .filter(({ atMs }) => steadyMs - atMs <= FRESH_MS)
        .map((clock) => aged(clock, steadyMs)),
  };
}
