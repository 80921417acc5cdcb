import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listenOn } from "./free-port.ts";

/**
 * The state of a link. `passes`: normal; `is cut`: all connections break, and new ones are refused; `is silent`: all
 * traffic is dropped, and existing connections are dead permanently; `loses polls`: only requests for the state never
 * arrive.
 */
export type LinkMode = "passes" | "is cut" | "is silent" | "loses polls";

/** Opens a network link to a service or database, which a test can disturb until the test ends. */
export async function weakLink(service: string) {
  const { port } = new URL(service);
  const open = new Map<Socket, { carriesStream: boolean }>();
  let mode: LinkMode = "passes";

  const server = createServer((near) => {
    if (mode === "is cut") {
      near.destroy();
      return;
    }
    if (mode === "is silent") {
      open.set(
        near.on("error", () => {}),
        { carriesStream: false },
      );
      return;
    }
    const far = connect(Number(port), "127.0.0.1");
    const connection = { carriesStream: false };
    open.set(near, connection);
    near.on("data", (bytes: Buffer) => {
      const [line = ""] = bytes.toString("latin1").split("\r\n", 1);
      connection.carriesStream ||= line.includes("/api/stream ");
      const isLost = mode === "loses polls" && line.includes("/api/current ");
      if (!isLost) {
        far.write(bytes);
      }
    });
    far.on("data", (bytes) => {
      near.write(bytes);
    });
    far.on("close", () => near.destroy());
    near.on("close", () => {
      open.delete(near);
      far.destroy();
    });
    near.on("error", () => {});
    far.on("error", () => {});
  });

  function breakOff(): void {
    for (const near of open.keys()) {
      near.destroy();
    }
  }
  onTestFinished(() => {
    breakOff();
    server.close();
  });

  return {
    url: `http://127.0.0.1:${await listenOn(server)}`,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
      if (mode === "is cut") {
        breakOff();
      }
      if (mode === "is silent") {
        for (const near of open.keys()) {
          near.removeAllListeners("data").pause();
        }
      }
    },
    /** The number of connections that now carry a stream. */
    get streams() {
      return [...open.values()].filter(({ carriesStream }) => carriesStream).length;
    },
  };
}
