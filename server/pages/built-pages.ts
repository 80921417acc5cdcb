import type { IncomingMessage, ServerResponse } from "node:http";
import { fromNodeHandler } from "h3";
import type { H3Event } from "h3";
import { LruMap } from "../runtime/lru-map.ts";
import { once } from "../runtime/timers.ts";

/** What a page is drawn for. */
export interface DrawOptions {
  /** Whose page to draw; without it, that of the request's address. */
  readonly path?: string | undefined;
  /** Whether the page is nobody's own: what shows the same `locals` is drawn once. */
  readonly isForAll?: boolean;
}

/** Answers with a page that Astro built, which finds `locals` to show. */
export type DrawPage = (
  event: H3Event,
  headers: Headers,
  locals: object,
  options?: DrawOptions,
) => Promise<unknown>;

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: object,
) => Promise<void>;

/** The pages that are drawn on demand, out of the code that Astro built. */
export interface BuiltPages {
  readonly draw: DrawPage;
  /** Loads the code, which is else loaded with the first page. */
  load(): Promise<unknown>;
}

/** Some 15 KB each. */
const MAX_KEPT = 20;

export function builtPages(entry: URL): BuiltPages {
  const load = once(() => loadHandler(entry));
  // Drawing takes ten times as long as any other answer, and anybody may ask for these pages without end.
  const kept = new LruMap<string, Uint8Array<ArrayBuffer>>(MAX_KEPT);

  const drawPage: DrawPage = async (event, headers, locals, { path, isForAll = false } = {}) => {
    const key = isForAll ? `${event.url.pathname} ${JSON.stringify(locals)}` : "";
    const page = kept.get(key);
    if (page !== undefined) {
      headers.set("content-type", "text/html");
      return new Response(page, { headers });
    }
    const handler = await load();
    const response = event.runtime?.node?.res as ServerResponse | undefined;
    if (isForAll && response !== undefined) {
      onWritten(response, (bytes) => kept.set(key, bytes));
    }
    for (const [name, value] of headers) {
      response?.appendHeader(name, value);
    }
    function draw(req: IncomingMessage, res: ServerResponse): Promise<void> {
      if (path !== undefined) {
        // The page that a form leads to is drawn as if it had been asked for.
        Object.assign(req, { method: "GET", url: path });
      }
      return handler(req, res, undefined, locals);
    }
    // h3 knows the requests of Node's newer protocol as well, which this service does not speak.
    return fromNodeHandler(draw as Parameters<typeof fromNodeHandler>[0])(event);
  };
  return { draw: drawPage, load };
}

/** Gives a page's bytes once all of them were written. */
function onWritten(response: ServerResponse, keep: (bytes: Uint8Array<ArrayBuffer>) => void): void {
  const pieces: Uint8Array[] = [];
  const write = response.write.bind(response) as (piece: Uint8Array) => boolean;
  response.write = (piece: Uint8Array) => {
    pieces.push(piece);
    return write(piece);
  };
  response.once("finish", () => {
    if (response.statusCode === 200) {
      keep(Buffer.concat(pieces));
    }
  });
}

async function loadHandler(entry: URL): Promise<AstroHandler> {
  const before = new Set(process.listeners("unhandledRejection"));
  const { handler } = (await import(entry.href)) as { handler: AstroHandler };
  // The adapter listens for promises that nobody waited for, and says nothing about those that are not
  // its own: with that, faults anywhere in the service would pass unseen.
  for (const listener of process.listeners("unhandledRejection")) {
    if (!before.has(listener)) {
      process.off("unhandledRejection", listener);
    }
  }
  return handler;
}
