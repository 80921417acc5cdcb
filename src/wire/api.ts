import type { HistoryEntry, RoundState, Schedule } from "./responses.ts";
import { ServiceRequests } from "./service-requests.ts";

/** One game's state API. Every method rejects with an `ApiError` or a `fetch` error. */
export class StateApi extends ServiceRequests {
  /** @param base the service URL, ending in a slash. */
  constructor(base: string, slug: string, fetchJson: typeof fetch) {
    super(`${base}embed/${encodeURIComponent(slug)}/api/`, fetchJson);
  }

  current(signal: AbortSignal): Promise<RoundState> {
    return this.get<RoundState>("current", signal);
  }

  results(limit: number, signal: AbortSignal): Promise<HistoryEntry[]> {
    return this.get<HistoryEntry[]>(`results?limit=${limit}`, signal);
  }

  schedule(signal: AbortSignal): Promise<Schedule> {
    return this.get<Schedule>("schedule", signal);
  }

  /**
   * Calls `onState` with the current state, and again on every change. Resolves when the service ends the stream,
   * possibly after days.
   */
  stream(signal: AbortSignal, onState: (state: RoundState) => void): Promise<void> {
    return this.events("stream", "state", signal, onState);
  }
}
