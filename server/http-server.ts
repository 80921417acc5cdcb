import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { errorCode } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/** A service on a port. */
export interface HttpServer {
  /** Such as http://127.0.0.1:3000 */
  address: string;
  /** Takes no new connection, lets the answers under way finish, and then cuts what is left. */
  stop(): Promise<void>;
}

/** How long a stop waits for answers that are under way. */
const STOP_MS = 5_000;

/** Puts an app on a port; port 0 lets the machine choose. Throws a StartError when it cannot. */
export async function listen(
  app: H3,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const answer = toNodeHandler(app);
  const server = createServer((request, response) => {
    // Once the server stops, a connection that got its answer must not be kept for another request.
    response.once("finish", () => {
      if (!server.listening) {
        request.socket.destroySoon();
      }
    });
    return answer(request, response);
  });
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new StartError(cannotListen(errorCode(error), host, port), { cause: error });
  }
  return { address: addressOf(server), stop: () => stop(server) };
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
  server.close();
  server.closeIdleConnections();
  await once(server, "close");
  clearTimeout(cut);
}
