import type { LobbyChange, RoundState } from "../../src/wire.ts";

/*
 * What goes over a stream, as the standard writes it:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

/** A comment, so that proxies see that the stream is alive. */
export const HEARTBEAT: Uint8Array = Buffer.from(":\n\n");

/** A state, its data being the JSON of `current`. */
export function stateMessage(state: RoundState): Uint8Array {
  return Buffer.from(
    `event: state\nid: ${state.round}:${state.phase}\ndata: ${JSON.stringify(state)}\n\n`,
  );
}

/** How a table of the lobby stands. It has no id: it says nothing of the other tables. */
export function lobbyMessage(change: LobbyChange): Uint8Array {
  return Buffer.from(`event: table\ndata: ${JSON.stringify(change)}\n\n`);
}

/** The beginning of a stream: when to reconnect after it breaks, and the first messages. */
export function greeting(messages: readonly Uint8Array[], retryMs: number): Uint8Array {
  return Buffer.concat([Buffer.from(`retry: ${retryMs}\n`), ...messages]);
}
