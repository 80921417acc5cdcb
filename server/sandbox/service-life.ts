import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createHttpServer } from "../http/http-server.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Service } from "../service.ts";
import { isStream } from "./trouble.ts";
import type { Troubles } from "./trouble.ts";

/** A service on a port, which can be taken down and brought back as if its process had died. */
export interface ServiceLife {
  /** Such as http://127.0.0.1:3100 */
  readonly address: string;
  /** The present one. Throws while it is down. */
  readonly service: Service;
  /** Breaks every connection, and opens the service anew on the same data, after `downMs` of real time. */
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
  readonly troubles: Pick<Troubles, "on" | "meet">;
}

/** @throws StartError when the port is taken. */
export async function startServiceLife(options: ServiceLifeOptions): Promise<ServiceLife> {
  const { open, troubles, host } = options;
  const streams = new Set<Socket>();
  let { port } = options;
  let service: Service | null = null;
  let server: Server | null = null;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isStream(request)) {
      const { socket } = request;
      streams.add(socket);
      response.once("close", () => streams.delete(socket));
    }
    if (troubles.on.length === 0) {
      void service?.handle(request, response);
      return;
    }
    void troubles.meet(request, response).then((isAnswered) => {
      if (!isAnswered && !response.destroyed) {
        void service?.handle(request, response);
      }
    });
  }

  async function listen(): Promise<void> {
    // No connection is too silent: the clock may stand still.
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
  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    get service() {
      if (service === null) {
        throw new StartError("The sandbox's service is down.");
      }
      return service;
    },
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
