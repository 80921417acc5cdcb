import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection to a server that a test can disturb. */
export interface Cable {
  /** The port to connect to. */
  readonly port: number;
  /** Ends every connection, and each new one at once. */
  cut(): void;
  /** Silently drops all traffic: existing connections are dead for good. */
  silence(): void;
  /** Lets new connections through. */
  mend(): void;
}

/** Lays a cable to a port of this machine for the duration of the test. */
export async function layCable(toPort: number): Promise<Cable> {
  let state: "sound" | "cut" | "silent" = "sound";
  const sockets = new Set<Socket>();
  function keep(socket: Socket): void {
    sockets.add(socket);
    // How a connection ends is up to the caller.
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }
  const server = createServer((near) => {
    keep(near);
    if (state === "cut") {
      near.destroy();
    }
    if (state !== "sound") {
      return;
    }
    const far = connect(toPort, "127.0.0.1");
    keep(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  function cut(): void {
    state = "cut";
    for (const socket of sockets) {
      socket.destroy();
    }
  }
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    silence() {
      state = "silent";
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    mend() {
      state = "sound";
    },
  };
}
