import type { RoundState } from "../../src/wire.ts";

/*
 * What goes over a stream, as the standard writes it:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

/** A comment, so that proxies see that the stream is alive. */
export const HEARTBEAT: Uint8Array = Buffer.from(":\n\n");

/** A state, its data being the JSON of `current`. */
export function stateMessage(state: RoundState): Uint8Array {
  return Buffer.from(messageText(state));
}

/** The beginning of a stream: when to reconnect after it breaks, and a state. */
export function greeting(state: RoundState, retryMs: number): Uint8Array {
  return Buffer.from(`retry: ${retryMs}\n${messageText(state)}`);
}

function messageText(state: RoundState): string {
  return `event: state\nid: ${state.round}:${state.phase}\ndata: ${JSON.stringify(state)}\n\n`;
}
