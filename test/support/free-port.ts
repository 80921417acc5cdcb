import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";

/** Below the ports that Linux assigns by itself, so that no other process takes it in the meantime. */
const FIRST = 15_000;
const LAST = 32_000;

/** A free port of this machine, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) {
      return port;
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** Lets a server listen on a port of this machine, by default one that the system chooses, and returns it. */
export async function listenOn(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
