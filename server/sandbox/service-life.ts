import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { createHttpServer } from "../http/http-server.ts";
import { problemResponse } from "../http/problem.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Service } from "../service.ts";

/** A service on a port, which can be stopped and restarted as if its process had crashed. */
export type ServiceLife = Awaited<ReturnType<typeof startServiceLife>>;

/** @throws StartError if the port is taken. */
export async function startServiceLife(options: {
  readonly host: string;
  /** 0 lets the operating system choose. */
  readonly port: number;
  readonly open: () => Promise<Service>;
  /** May throw a refusal. */
  readonly beforeRequest: (request: Request) => Promise<void>;
}) {
  const { open, beforeRequest, host } = options;
  const streams = new Set<Socket>();
  let { port } = options;
  let service: Service | null = null;
  let server: Server | null = null;

  // Refusals look like the service's own, with a page where it would show one.
  const app = new H3({ silent: true, onError: problemResponse });
  app.use(async ({ req }) => {
    await beforeRequest(req);
    // If the service was stopped in the meantime, the connection is gone too, and this response is never read.
    return service?.app.fetch(req) ?? new Response(null, { status: 503 });
  });
  const handleInApp = toNodeHandler(app);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isStream(request.url ?? "")) {
      const { socket } = request;
      streams.add(socket);
      response.once("close", () => streams.delete(socket));
    }
    void handleInApp(request, response);
  }

  async function listen(): Promise<void> {
    // No timeout for silent connections, since the clock may be stopped.
    server = createHttpServer(handle).setTimeout(0).listen(port, host);
    try {
      await once(server, "listening");
    } catch (error) {
      throw new StartError(
        `The sandbox cannot listen on ${host}, port ${port} (${errorCode(error)}). Choose a different port with --port. For a second sandbox, also pass --control-port, and set SANDBOX_CONTROL to its control URL.`,
        { cause: error },
      );
    }
    ({ port } = server.address() as AddressInfo);
  }

  async function die(): Promise<void> {
    const dying = service;
    service = null;
    server?.close();
    server?.closeAllConnections();
    await dying?.close();
  }

  service = await open();
  try {
    await listen();
  } catch (error) {
    await die();
    throw error;
  }
  function requireService(): Service {
    if (service === null) {
      throw new StartError("The sandbox's service is down. Try again after its restart.");
    }
    return service;
  }

  return {
    /** Such as http://127.0.0.1:3100. */
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    /** Throws while the service is down. */
    get service() {
      return requireService();
    },
    /** Requests JSON from the service, bypassing the failures. */
    read: async (path: string): Promise<unknown> =>
      (await requireService().app.request(`http://sandbox${path}`)).json(),
    /** Breaks every connection, and reopens the service on the same data after `downMs` of real time. */
    async restart(downMs: number): Promise<void> {
      await die();
      await new Promise((resolve) => void setTimeout(resolve, downMs));
      service = await open();
      await listen();
    },
    cutStreams(): void {
      for (const socket of streams) {
        // A reset, because a clean end would look like a stream's normal end.
        socket.resetAndDestroy();
      }
    },
    close: die,
  };
}

export function isStream(url: string): boolean {
  return /\/(embed\/[^/]+|lobby)\/api\/stream(\?|$)/.test(url);
}
