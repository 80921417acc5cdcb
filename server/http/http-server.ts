import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { endBrokenRequests } from "./broken-requests.ts";
import { limitConnections } from "./connections.ts";
import { drains } from "./drain.ts";
import { overloadBytes } from "./overload.ts";
import { serializePipelined } from "./pipelining.ts";

/** A server on a port. */
export interface HttpServer {
  /** Such as http://127.0.0.1:3000 */
  address: string;
  /** Takes no new connection, and resolves when those that there are have ended, after 5 s at the latest. */
  stop(): Promise<void>;
}

/** Where a server listens, by two settings whose names begin alike. */
export interface ListenOptions {
  host: string;
  /** 0 lets the machine choose. */
  port: number;
  /** What the names of the settings begin with; nothing for HOST and PORT. */
  prefix?: string;
  /** The most connections at once; any number if absent. */
  connections?: { readonly max: number; readonly onRefusal: () => void };
}

/** How long a client may take to send a whole request, head and body; others are answered 408. */
const REQUEST_MS = 10_000;
/** How long a client may take nothing of its answer, or send nothing; a stream is never silent so long. */
const SILENT_MS = 120_000;

/** A server that no client can keep busy with one connection, or keep waiting. */
export function createHttpServer(handle: RequestListener, requestMs = REQUEST_MS): Server {
  const options = {
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    // How often the connections are looked through for those that take longer.
    connectionsCheckingInterval: requestMs / 10,
    // Whatever the flags of Node say: what a proxy may read as two requests is refused.
    insecureHTTPParser: false,
  };
  const server = createServer(options, serializePipelined(handle)).setTimeout(SILENT_MS);
  endBrokenRequests(server);
  return server;
}

/** Puts a server on a port. Throws a StartError when it cannot. */
export async function listen(
  handle: RequestListener,
  { host, port, prefix = "", connections }: ListenOptions,
): Promise<HttpServer> {
  const server = createHttpServer(handle);
  if (connections !== undefined) {
    limitConnections(server, { ...connections, refusal: overloadBytes });
  }
  const stop = drains(server);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const words = cannotListen(errorCode(error), { host, port, prefix });
    throw new StartError(words, { cause: error });
  }
  return { address: addressOf(server), stop };
}

function cannotListen(
  code: string | undefined,
  { host, port, prefix }: Required<Omit<ListenOptions, "connections">>,
): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is taken: another server runs there. Stop it, or set ${prefix}PORT to a free port.`;
    case "EACCES":
      return `Port ${port} may not be used without more rights. Set ${prefix}PORT to 1024 or higher.`;
    default:
      return `Cannot listen on ${host}, port ${port} (${code}). Set ${prefix}HOST to an address of this machine.`;
  }
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The server listens on no address.");
  }
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
