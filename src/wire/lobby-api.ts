import type { LobbyChange, LobbyTable } from "./responses.ts";
import { ServiceRequests } from "./service-requests.ts";

export class LobbyApi extends ServiceRequests {
  /** @param base the URL of the service, ending in a slash. */
  constructor(base: string, fetchJson: typeof fetch) {
    super(`${base}lobby/api/`, fetchJson);
  }

  current(signal: AbortSignal): Promise<LobbyTable[]> {
    return this.get<LobbyTable[]>("current", signal);
  }

  /** Calls `onChange` with the state of each table, then at every change of a table. */
  stream(signal: AbortSignal, onChange: (change: LobbyChange) => void): Promise<void> {
    return this.events("stream", "table", signal, onChange);
  }
}
