import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { HTTPError } from "h3";
import { InvalidInput } from "../access/invalid-input.ts";
import { HEADERS } from "../http/headers.ts";
import { listen } from "../http/http-server.ts";
import type { HttpServer } from "../http/http-server.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Sandbox } from "./sandbox.ts";

/*
 * The control API: GET / returns the state, POST / runs a command. It is for programs on this machine. A page in a
 * browser on this machine can send requests too, so any request that may come from a browser is refused: one with
 * another host name (after a DNS rebinding), an origin, or a fetch site.
 */

/** @throws StartError if the port is taken. */
export function serveControl(sandbox: Sandbox, port: number): Promise<HttpServer> {
  return listen((request, response) => void respond(sandbox, request, response), {
    host: "127.0.0.1",
    port,
    portSetting: "--control-port",
  });
}

async function respond(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A command may take longer than the timeout of silent connections.
  request.socket.setTimeout(0);
  try {
    requireProgram(request);
    send(response, 200, await serve(sandbox, request));
  } catch (error) {
    const status = statusOf(error);
    const detail = error instanceof Error ? error.message : String(error);
    send(response, status, { status, detail });
  }
}

async function serve(sandbox: Sandbox, request: IncomingMessage): Promise<object> {
  if (request.url !== "/") {
    throw refusal(404, "The control API has one path: /.");
  }
  switch (request.method) {
    case "GET":
      return sandbox.state();
    case "POST":
      return sandbox.perform(
        await json(request).catch(() => {
          throw refusal(400, "The command is not valid JSON.");
        }),
      );
    default:
      throw refusal(405, "The control API accepts GET and POST.");
  }
}

/** Refuses a request that a page in a browser may have sent. */
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

function statusOf(error: unknown): number {
  if (HTTPError.isError(error)) {
    return error.status;
  }
  return error instanceof InvalidInput ? 400 : error instanceof StartError ? 503 : 500;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, HEADERS.privateJson);
  response.end(`${JSON.stringify(body, null, 2)}\n`);
}
