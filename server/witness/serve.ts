import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Log } from "../runtime/log.ts";
import type { Witness, WitnessReply } from "./witness.ts";

/** Longer requests are refused: a checkpoint and 63 hashes are far below it. */
const MAX_BYTES = 65_536;

/** Serves a witness: `POST /add-checkpoint` and `GET /<origin hash>/checkpoint` (C2SP tlog-witness). */
export function serveWitness(witness: Witness, log: Log): RequestListener {
  return (request, response) => {
    reply(request, witness).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        log("fault", { cause: String(error) });
        send(response, { status: 500, text: "Nothing was signed. Try again later.\n" });
      },
    );
  };
}

type Answer = Omit<WitnessReply, "status"> & { readonly status: number };

async function reply(request: IncomingMessage, witness: Witness): Promise<Answer> {
  const path = request.url ?? "";
  if (path === "/add-checkpoint") {
    if (request.method !== "POST") {
      return { status: 405, text: "Send a checkpoint by POST.\n" };
    }
    const body = await readBody(request);
    return body === undefined
      ? { status: 413, text: `Send at most ${MAX_BYTES} bytes.\n` }
      : witness.addCheckpoint(body);
  }
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  return originHash === undefined
    ? { status: 404, text: "This is a witness. It answers POST /add-checkpoint.\n" }
    : witness.checkpoint(originHash);
}

/** The body of a request; undefined when it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, { status, text, contentType }: Answer): void {
  const type = contentType ?? "text/plain; charset=utf-8";
  const headers = { "content-type": type, "x-content-type-options": "nosniff" };
  response.writeHead(status, status === 413 ? { ...headers, connection: "close" } : headers);
  response.end(text);
}
