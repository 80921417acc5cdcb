import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { errorCode } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/** A server on a port. */
export interface HttpServer {
  /** Such as http://127.0.0.1:3000 */
  address: string;
  /** Takes no new connection, lets the answers under way finish, and cuts what is left. */
  stop(): Promise<void>;
}

/** Where a server listens, by two settings whose names begin alike. */
export interface ListenOptions {
  host: string;
  /** 0 lets the machine choose. */
  port: number;
  /** What the names of the settings begin with; nothing for HOST and PORT. */
  prefix?: string;
}

/** How long a stop waits for answers that are under way. */
const STOP_MS = 3_000;
/** How often a stop looks for connections whose answer is out. */
const SWEEP_MS = 50;

/** Puts a server on a port. Throws a StartError when it cannot. */
export async function listen(
  handle: RequestListener,
  { host, port, prefix = "" }: ListenOptions,
): Promise<HttpServer> {
  const server = createServer((request, response) => {
    if (!server.listening) {
      // Asked while the server stops: the connection must not be kept for another request.
      response.setHeader("connection", "close");
    }
    handle(request, response);
  });
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const words = cannotListen(errorCode(error), { host, port, prefix });
    throw new StartError(words, { cause: error });
  }
  return { address: addressOf(server), stop: () => stop(server) };
}

function cannotListen(
  code: string | undefined,
  { host, port, prefix }: Required<ListenOptions>,
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

async function stop(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  server.close();
  await once(server, "close");
  clearInterval(sweep);
  clearTimeout(cut);
}
