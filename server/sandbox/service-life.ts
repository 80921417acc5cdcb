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

/** A service on a port, which can be taken down and brought back as if its process had died. */
export interface ServiceLife {
  /** Such as http://127.0.0.1:3100 */
  readonly address: string;
  /** The present one. Throws while it is down. */
  readonly service: Service;
  /** The JSON at a path of the present one, whatever goes wrong on the way to it. */
  read(path: string): Promise<unknown>;
  /** Breaks every connection, and opens the service again on the same data, after `downMs` of real time. */
  restart(downMs: number): Promise<void>;
  /** Cuts every open stream. */
  cutStreams(): void;
  close(): Promise<void>;
}

export interface ServiceLifeOptions {
  readonly host: string;
  /** 0 lets the machine choose. */
  readonly port: number;
  readonly open: () => Promise<Service>;
  /** Sees each request before the service does. Throws the refusal of one that is refused. */
  readonly meet: (request: Request) => Promise<void>;
}

/** @throws StartError when the port is taken. */
export async function startServiceLife(options: ServiceLifeOptions): Promise<ServiceLife> {
  const { open, meet, host } = options;
  const streams = new Set<Socket>();
  let { port } = options;
  let service: Service | null = null;
  let server: Server | null = null;

  // What is refused looks as the service refuses, with a page where it would show one.
  const app = new H3({ silent: true, onError: problemResponse });
  app.use(async ({ req }) => {
    await meet(req);
    // Gone if it died meanwhile, and the connection with it: no one reads this.
    return service?.app.fetch(req) ?? new Response(null, { status: 503 });
  });
  const answerNode = toNodeHandler(app);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isStream(request.url ?? "")) {
      const { socket } = request;
      streams.add(socket);
      response.once("close", () => streams.delete(socket));
    }
    void answerNode(request, response);
  }

  async function listen(): Promise<void> {
    // No connection is too silent: the clock may be stopped.
    server = createHttpServer(handle).setTimeout(0).listen(port, host);
    try {
      await once(server, "listening");
    } catch (error) {
      throw new StartError(
        `The sandbox cannot listen on port ${port} of ${host} (${errorCode(error)}). Choose another with --port.`,
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
  function present(): Service {
    if (service === null) {
      throw new StartError("The sandbox's service is down.");
    }
    return service;
  }

  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    get service() {
      return present();
    },
    read: async (path) => (await present().app.request(`http://sandbox${path}`)).json(),
    async restart(downMs) {
      await die();
      await new Promise((resolve) => void setTimeout(resolve, downMs));
      service = await open();
      await listen();
    },
    cutStreams() {
      for (const socket of streams) {
        // Hard: an end without a word, as a stream's usual end, would be none.
        socket.resetAndDestroy();
      }
    },
    close: die,
  };
}

/** Whether an address is that of a stream. */
export function isStream(url: string): boolean {
  return /\/(embed\/[^/]+|lobby)\/api\/stream(\?|$)/.test(url);
}
