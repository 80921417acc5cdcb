import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { listen } from "../http/http-server.ts";
import type { HttpServer } from "../http/http-server.ts";
import { problemResponse } from "../http/problem.ts";
import { noStream, notReady } from "../http/refusal.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Service } from "../service.ts";
import type { Failures } from "./failures.ts";

/** A service on a port, which can be stopped and restarted as if its process had crashed. */
export type ServiceLife = Awaited<ReturnType<typeof startServiceLife>>;

/** @throws StartError if the port is taken. */
export async function startServiceLife(options: {
  readonly host: string;
  /** 0 lets the operating system choose. */
  readonly port: number;
  readonly open: () => Promise<Service>;
  readonly failures: Failures;
}) {
  const { failures, host } = options;
  const streams = new Set<Socket>();
  let service: Service | null = null;
  let server: HttpServer | null = null;

  // Refusals look like the service's own, with a page where it would show one.
  const app = new H3({ silent: true, onError: problemResponse });
  app.use(async ({ req }) => {
    await pause(failures.get("slow") ?? 0, undefined, { ref: false });
    if (failures.has("unavailable")) {
      throw notReady("The sandbox is set to be unavailable.");
    }
    if (failures.has("no-streams") && isStream(req.url)) {
      throw noStream("full");
    }
    // If the service was stopped in the meantime, the connection has closed, and nothing reads this response.
    return service?.app.fetch(req) ?? new Response(null, { status: 503 });
  });
  const handleInApp = toNodeHandler(app);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    // No timeout for silent connections, since the clock might be stopped.
    request.socket.setTimeout(0);
    if (isStream(request.url ?? "")) {
      const { socket } = request;
      streams.add(socket);
      response.once("close", () => streams.delete(socket));
    }
    void handleInApp(request, response);
  }

  async function open(port: number): Promise<string> {
    service = await options.open();
    server = await listen(handle, { host, port, portSetting: "--port" });
    return server.url;
  }

  async function die(): Promise<void> {
    const dying = service;
    service = null;
    server?.kill();
    await dying?.close();
  }

  const url = await open(options.port).catch(async (error: unknown) => {
    await die();
    throw error;
  });
  function requireService(): Service {
    if (service === null) {
      throw new StartError("The sandbox's service is down. Try again after its restart.");
    }
    return service;
  }

  return {
    /** Such as http://127.0.0.1:3100. */
    url,
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
      await pause(downMs);
      await open(Number(new URL(url).port));
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

function isStream(url: string): boolean {
  return /\/(embed\/[^/]+|lobby)\/api\/stream(\?|$)/.test(url);
}
