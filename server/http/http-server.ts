import { once } from "node:events";
import { createServer, STATUS_CODES } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { BECAME_STREAM } from "../oracle/streams.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

export type HttpServer = Awaited<ReturnType<typeof listen>>;

export interface ListenOptions {
  host: string;
  /** 0 lets the operating system choose. */
  port: number;
  /** The name of the setting in messages; PORT by default. */
  portSetting?: string;
  connections?: { readonly max: number; readonly onRefusal: () => void };
}

/** Maximum time for a whole request, head and body, in ms. Slower clients get a 408. */
const REQUEST_MS = 10_000;
/** Maximum time without traffic in either direction, in ms. A stream is never silent for that long. */
const MAX_SILENCE_MS = 120_000;
/** Maximum number of waiting requests on one connection. Browsers and proxies send one request at a time. */
const MAX_PIPELINED = 8;
/**
 * Maximum number of connections that have sent no request. Above it, the oldest is closed: otherwise, silent clients
 * could lock out all others.
 */
const MAX_SILENT_CONNECTIONS = 500;
/** How long idle connections stay open when a server stops: closing one at once could reset a request in flight. */
const IDLE_MS = 1_000;
/** Unfinished responses are cut after this time, in ms. */
const STOP_MS = 5_000;
const SWEEP_MS = 50;
/** Connections reserved for pages, polls and forms, in addition to streams. */
const OTHER_CONNECTIONS = 2_000;
/** Open files reserved for the database, modules and outgoing calls. */
const RESERVED_FILES = 200;

export function connectionsFor(streams: number, openFiles: number): number {
  return Math.max(1, Math.min(streams + OTHER_CONNECTIONS, openFiles - RESERVED_FILES));
}

/** Creates a server that no client can block with a single connection. */
export function createHttpServer(handle: RequestListener, requestMs = REQUEST_MS): Server {
  const options = {
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    // How often Node checks connections against these limits.
    connectionsCheckingInterval: requestMs / 10,
    // Overrides --insecure-http-parser, which would accept requests that a proxy might parse as two.
    insecureHTTPParser: false,
  };
  const server = createServer(options, limitPipelined(handle)).setTimeout(MAX_SILENCE_MS);
  endBrokenRequests(server);
  limitSilent(server);
  return server;
}

/** @throws StartError if the server cannot listen on the port. */
export async function listen(
  handle: RequestListener,
  { host, port, portSetting = "PORT", connections }: ListenOptions,
) {
  const server = createHttpServer(handle);
  if (connections !== undefined) {
    server.maxConnections = connections.max;
    server.on("drop", connections.onRefusal);
  }
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new StartError(cannotListen(errorCode(error), host, port, portSetting), { cause: error });
  }
  return {
    /** Such as http://127.0.0.1:3000. */
    url: urlOf(server),
    /** Accepts no new connections, and resolves when the open ones have closed, within 5 s. */
    stop: () => drain(server),
    /** Breaks every connection, as if the process had crashed. */
    kill(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function limitSilent(server: Server): void {
  const silent = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
    if (silent.size > MAX_SILENT_CONNECTIONS) {
      const [oldest] = silent;
      oldest?.destroy();
    }
  });
  server.on("request", ({ socket }) => silent.delete(socket));
}

/**
 * Cuts a connection that sends more than `MAX_PIPELINED` requests ahead of its responses, or a request after a stream,
 * where it would never get a response. Node delivers all requests of a packet at once, and would compute thousands of
 * responses before the client has read the first.
 */
function limitPipelined(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  const streams = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    // A response without a socket waits behind others.
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1;
      if (count > MAX_PIPELINED || streams.has(socket)) {
        socket.destroy();
        return;
      }
      waiting.set(socket, count);
      response.once("socket", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    } else {
      response.once(BECAME_STREAM, () => {
        streams.add(socket);
        if ((waiting.get(socket) ?? 0) > 0) {
          socket.destroy();
        }
      });
    }
    handle(request, response);
  };
}

const BROKEN_STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Closes connections with an invalid request, after a response if the request has had none. Node itself sends a 400
 * even if the request already has a response and only its body is broken: a proxy might send this second response to
 * the next client.
 */
function endBrokenRequests(server: Server): void {
  const latest = new WeakMap<Duplex, [IncomingMessage, ServerResponse]>();
  server.on("request", (request, response) => latest.set(request.socket, [request, response]));
  server.on("clientError", (error, socket) => {
    const [request, response] = latest.get(socket) ?? [];
    const hasResponse =
      response !== undefined &&
      // After a completed request, the broken bytes belong to the next one.
      !(request?.complete && response.writableFinished) &&
      (response.headersSent || response.socket === null);
    if (!socket.writable || hasResponse) {
      socket.destroy(error);
      return;
    }
    const status = BROKEN_STATUSES[errorCode(error) ?? ""] ?? 400;
    const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
    socket.end(`${line}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
  });
}

/** Keeps responding on open connections for a while, and cuts no response before `STOP_MS` has passed. */
async function drain(server: Server): Promise<void> {
  server.prependListener("request", (_request, response) => {
    response.setHeader("connection", "close");
  });
  const closed = once(server, "close");
  // `close` in node:http would close idle connections at once.
  NetServer.prototype.close.call(server);
  const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
  let sweep: NodeJS.Timeout | undefined;
  const idle = setTimeout(() => {
    sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  }, IDLE_MS);
  await closed;
  for (const timer of [cut, idle, sweep]) {
    clearTimeout(timer);
  }
}

function cannotListen(
  code: string | undefined,
  host: string,
  port: number,
  portSetting: string,
): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another process. Stop it or set ${portSetting} to a free port.`;
    case "EACCES":
      return `Port ${port} needs administrator rights. Set ${portSetting} to 1024 or higher.`;
    default:
      return `Cannot listen on ${host}, port ${port} (${code}). Set HOST to one of this machine's addresses.`;
  }
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The server is not listening on any address.");
  }
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
