import { PHASES } from "../../src/round/phases.ts";
import type { RoundState } from "../../src/wire.ts";

/** Raise this when the messages change. After an update, tabs of both builds are open side by side. */
const VERSION = 2;

/** Asks who holds the connection, releases it, or passes on what arrived; null: the stream is down. */
type Content = { type: "ask" | "release" } | { type: "state"; state: RoundState | null };

/** What the tables of one game send each other. `from` is the number of the sender, 0 to 1. */
export type StreamMessage = Content & { version: typeof VERSION; from: number };

/** A message of this build. */
export function streamMessage(from: number, content: Content): StreamMessage {
  return { version: VERSION, from, ...content };
}

/** Whether a message comes from a build that means the same by it. Any page of our origin can send one. */
export function isStreamMessage(data: unknown): data is StreamMessage {
  const { version, from, type, state } = Object(data);
  return (
    version === VERSION &&
    typeof from === "number" &&
    (type === "ask" || type === "release" || (type === "state" && isStateOrNull(state)))
  );
}

/** Checks what a feed reads itself. The fields of a game are as the service sent them. */
function isStateOrNull(state: unknown): boolean {
  const { round, phase, remainMs } = Object(state);
  return state === null || (round >= 1 && remainMs >= 0 && PHASES.includes(phase));
}
