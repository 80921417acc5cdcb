import type { Store } from "../store/store.ts";
import { timeText } from "../store/stored-value.ts";
import { callsOf } from "../webhooks/calls.ts";
import type { Call } from "../webhooks/calls.ts";
import { endpointStates } from "../webhooks/endpoint-states.ts";
import { alignedTable } from "./text-table.ts";

const CALLS = 60;

/** All endpoints, as a table or as JSON. */
export async function printEndpoints(
  store: Store,
  isJson: boolean,
  nowMs: number,
): Promise<string> {
  const found = await endpointStates(store, nowMs);
  if (isJson) {
    const entries = found.map(({ endpoint, state }) => ({
      id: endpoint.id,
      url: endpoint.url,
      state,
      games: endpoint.games,
      events: endpoint.events,
    }));
    return `${JSON.stringify(entries, null, 2)}\n`;
  }
  const rows = found.map(({ endpoint, state }) => [
    endpoint.id,
    state,
    endpoint.games.join(" "),
    endpoint.events.join(" "),
    endpoint.url,
  ]);
  return alignedTable([["ID", "STATE", "GAMES", "EVENTS", "URL"], ...rows]);
}

/** The last calls of an endpoint, as a table or as JSON. */
export async function printCalls(store: Store, id: string, isJson: boolean): Promise<string> {
  const calls = await callsOf(store, id, CALLS);
  if (isJson) {
    const entries = calls.map(({ atMs, ...call }) => ({ at: iso(atMs), ...call }));
    return `${JSON.stringify(entries, null, 2)}\n`;
  }
  const rows = calls.map((call) => [
    iso(call.atMs),
    answerOf(call),
    `${call.durationMs} ms`,
    call.isByHand ? "by hand" : "",
    call.message,
  ]);
  return alignedTable([["AT", "ANSWER", "TOOK", "", "MESSAGE"], ...rows]);
}

/** How a call ended: the status of the answer, or why none came. */
export function answerOf({ status, fault }: Pick<Call, "status" | "fault">): string {
  return status === null ? (fault ?? "") : String(status);
}

function iso(ms: number): string {
  return timeText(ms, (text) => `${text.slice(0, 19)}Z`);
}
