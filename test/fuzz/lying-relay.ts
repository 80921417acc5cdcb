import { createServer } from "node:net";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listenOn } from "../support/free-port.ts";

export interface RelayResponse {
  readonly bytes: Uint8Array | string;
  /**
   * The relay's behaviour afterwards. `floods`: sends zeros for ever; `drips`: sends a byte now and then.
   */
  readonly does?: "ends" | "resets" | "drips" | "floods";
}

const DRIP_MS = 20;
const FLOOD = Buffer.alloc(65_536);

export async function startLyingRelay(responseTo: (path: string) => RelayResponse) {
  let max = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let asked = "";
    let timer: NodeJS.Timeout | undefined;
    // A client may disconnect early.
    socket
      .on("error", () => {})
      .once("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
        max = Math.max(max, socket.bytesWritten - socket.writableLength);
      })
      .on("data", (piece) => {
        asked += piece.toString("latin1");
        const path = /^(?:GET|HEAD|POST) (\S+) HTTP\/1\.1\r\n[^]*\r\n\r\n$/.exec(asked)?.[1];
        if (path === undefined) {
          return;
        }
        asked = "";
        const { bytes, does = "ends" } = responseTo(path);
        socket.write(bytes);
        switch (does) {
          case "ends":
            socket.end();
            break;
          case "resets":
            socket.resetAndDestroy();
            break;
          case "drips":
            timer = setInterval(() => socket.write(" "), DRIP_MS);
            break;
          case "floods": {
            const more = () => {
              while (!socket.destroyed && socket.write(FLOOD)) {
                // Until it has to wait for the client.
              }
            };
            socket.on("drain", more);
            more();
            break;
          }
        }
      });
  });
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  return {
    url: `http://127.0.0.1:${await listenOn(server)}`,
    /** The maximum that one connection received, in bytes. */
    maxBytes: () => max,
  };
}

export function responseBytes(
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
  status = "200 OK",
): Buffer {
  const bytes = Buffer.from(body);
  const allHeaders = { "content-length": String(bytes.length), connection: "close", ...headers };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), bytes]);
}
