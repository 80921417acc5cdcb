import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

/** Opens a connection that is closed after the test. Without `reads`, all responses stay unread. */
export async function openRaw(url: string, { reads = true } = {}) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // A reset is also a valid end.
  socket.on("error", () => {}).once("close", () => resolve());
  await once(socket, "connect");
  let text = "";
  if (reads) {
    socket.setEncoding("latin1").on("data", (piece: string) => (text += piece));
  }
  return {
    socket,
    /** The text received so far; empty without `reads`. */
    received: () => text,
    closed,
  };
}

export function getting(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
}
