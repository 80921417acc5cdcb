import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * What becomes of what is sent over a link: it passes; nothing is let in and all that is under way
 * breaks off; nothing arrives and nobody says so; only streams are kept back, as by a proxy that
 * waits until it has enough to pass on; or only what asks for the state never arrives.
 */
export type LinkMode = "passes" | "is cut" | "is silent" | "keeps streams back" | "loses polls";

/** The way between a browser and a service, which a test can make a bad one. */
export interface WeakLink {
  /** Where the service is reached over the link, such as http://127.0.0.1:4321 */
  readonly url: string;
  mode: LinkMode;
  /** How many connections now carry a stream. */
  readonly streams: number;
  /** The lines by which requests began so far, such as `GET /healthz HTTP/1.1`. */
  readonly asked: readonly string[];
}

/** Lays a link to the service at an address; it ends with the test. */
export async function weakLink(service: string): Promise<WeakLink> {
  const { port } = new URL(service);
  const open = new Map<Socket, { carriesStream: boolean }>();
  const asked: string[] = [];
  let mode: LinkMode = "passes";

  const server = createServer((near) => {
    if (mode === "is cut") {
      near.destroy();
      return;
    }
    const far = connect(Number(port), "127.0.0.1");
    const connection = { carriesStream: false };
    open.set(near, connection);
    near.on("data", (bytes: Buffer) => {
      const [line = ""] = bytes.toString("latin1").split("\r\n", 1);
      asked.push(line);
      connection.carriesStream ||= line.includes("/api/stream ");
      const isLost = mode === "loses polls" && line.includes("/api/current ");
      if (!isLost && mode !== "is silent") {
        far.write(bytes);
      }
    });
    far.on("data", (bytes) => {
      const isKept = mode === "keeps streams back" && connection.carriesStream;
      if (!isKept && mode !== "is silent") {
        near.write(bytes);
      }
    });
    far.on("close", () => near.destroy());
    near.on("close", () => {
      open.delete(near);
      far.destroy();
    });
    near.on("error", () => {});
    far.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

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
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
      if (mode === "is cut") {
        breakOff();
      }
    },
    get streams() {
      return [...open.values()].filter(({ carriesStream }) => carriesStream).length;
    },
  };
}
