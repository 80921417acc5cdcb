import type { IncomingMessage, RequestListener } from "node:http";
import { H3, HTTPError } from "h3";
import { toNodeHandler } from "h3/node";
import { InvalidInput } from "../access/invalid-input.ts";
import { HEADERS } from "../http/headers.ts";
import { listen } from "../http/http-server.ts";
import type { HttpServer } from "../http/http-server.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Sandbox } from "./sandbox.ts";

/*
 * The control API: GET / returns the state, POST / runs a command. It is for programs on this machine. A page in a
 * browser on this machine can also send requests, so any request that might come from a browser is rejected: one with a
 * different host name (after DNS rebinding), an origin or a fetch site.
 */

/** @throws StartError if the port is taken. */
export function serveControl(sandbox: Sandbox, port: number): Promise<HttpServer> {
  const app = new H3({ silent: true, onError: refusalOf });
  app.use(({ runtime }) => requireProgram(runtime?.node?.req as IncomingMessage));
  app.get("/", async () => answer(await sandbox.state()));
  app.post("/", async ({ req }) => {
    const command: unknown = await req.json().catch(() => {
      throw refusal(400, "The command is not valid JSON.");
    });
    return answer(await sandbox.perform(command));
  });
  app.all("/**", () => {
    throw refusal(404, "The control API has one path, /, and accepts GET and POST.");
  });
  const handle = toNodeHandler(app);
  const listener: RequestListener = (request, response) => {
    // A command can take longer than the timeout for silent connections.
    request.socket.setTimeout(0);
    void handle(request, response);
  };
  return listen(listener, { host: "127.0.0.1", port, portSetting: "--control-port" });
}

/** Rejects a request that a page in a browser might have sent. */
function requireProgram({ headers, method }: IncomingMessage): void {
  const host = headers.host?.replace(/:\d+$/, "") ?? "";
  if (!["127.0.0.1", "localhost", "[::1]"].includes(host)) {
    throw refusal(403, "Call the control API as 127.0.0.1 or localhost.");
  }
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || (site !== undefined && site !== "none")) {
    throw refusal(
      403,
      "The control API does not accept requests from pages. Call it from a program.",
    );
  }
  if (method === "POST" && !/^application\/json\b/.test(headers["content-type"] ?? "")) {
    throw refusal(415, "Send the command as application/json.");
  }
}

function refusal(status: number, message: string): HTTPError {
  return new HTTPError({ status, message });
}

function refusalOf(error: HTTPError): Response {
  const cause = error.cause ?? error;
  const known = cause instanceof InvalidInput ? 400 : cause instanceof StartError ? 503 : null;
  const status = known ?? error.status;
  return answer({ status, detail: (cause as Error).message }, status);
}

function answer(body: object, status = 200): Response {
  const headers = HEADERS.privateJson;
  return new Response(`${JSON.stringify(body, null, 2)}\n`, { status, headers });
}
