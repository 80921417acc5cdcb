import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { toNodeHandler } from "h3/node";
import { errorCode } from "./error-code.ts";
import type { Service } from "./service.ts";
import { StartError } from "./start-error.ts";

/** A service on a port. */
export interface HttpServer {
  /** Such as http://127.0.0.1:3000 */
  address: string;
  /** Takes no new connection, ends the streams, lets the answers under way finish, and cuts the rest. */
  stop(): Promise<void>;
}

/** How long a stop waits for answers that are under way. */
const STOP_MS = 4_000;
/** How often a stop looks for connections whose answer is out. */
const SWEEP_MS = 50;

/** Puts a service on a port; port 0 lets the machine choose. Throws a StartError when it cannot. */
export async function listen(
  service: Pick<Service, "app" | "endStreams">,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const answer = toNodeHandler(service.app);
  const server = createServer((request, response) => {
    if (!server.listening) {
      // Asked while the server stops: the connection must not be kept for another request.
      response.setHeader("connection", "close");
    }
    return answer(request, response);
  });
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new StartError(cannotListen(errorCode(error), host, port), { cause: error });
  }
  return {
    address: addressOf(server),
    stop() {
      const stopped = stop(server);
      service.endStreams();
      return stopped;
    },
  };
}

function cannotListen(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is taken: another server runs there. Stop it, or set PORT to a free port.`;
    case "EACCES":
      return `Port ${port} may not be used without more rights. Set PORT to 1024 or higher.`;
    default:
      return `Cannot listen on ${host}, port ${port} (${code}). Set HOST to an address of this machine.`;
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
