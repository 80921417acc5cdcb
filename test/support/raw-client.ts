import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

/** Opens a connection that is closed after the test. One that does not read leaves all responses unread. */
export async function openRaw(url: string, { reads = true } = {}) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // A reset is a valid end too.
  socket.on("error", () => {}).once("close", () => resolve());
  await once(socket, "connect");
  let said = "";
  if (reads) {
    socket.setEncoding("latin1").on("data", (piece: string) => (said += piece));
  }
  return {
    socket,
    /** The bytes received so far; none unless it was opened to read. */
    received: () => said,
    closed,
  };
}

export function getting(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
}
