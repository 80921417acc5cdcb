import type { IncomingMessage, ServerResponse } from "node:http";
import { fromNodeHandler } from "h3";
import type { H3Event } from "h3";
import { LruMap } from "../runtime/lru-map.ts";
import { once } from "../runtime/timers.ts";

export interface RenderOptions {
  /** The request's path by default. */
  readonly path?: string | undefined;
  /** Whether the page is the same for all users: pages with equal `locals` are rendered only once. */
  readonly isShared?: boolean;
}

/** Responds with a page that Astro built and renders with `locals`. */
export type RenderPage = (
  event: H3Event,
  headers: Headers,
  locals: object,
  options?: RenderOptions,
) => Promise<unknown>;

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: object,
) => Promise<void>;

/** Maximum number of cached pages, about 15 KB each. */
const MAX_CACHED = 20;

export function builtPages(entry: URL) {
  const load = once(() => loadHandler(entry));
  // Rendering takes ten times as long as any other response, and any client can request these pages endlessly.
  const cache = new LruMap<string, Uint8Array<ArrayBuffer>>(MAX_CACHED);

  const renderPage: RenderPage = async (
    event,
    headers,
    locals,
    { path, isShared = false } = {},
  ) => {
    const key = isShared ? `${event.url.pathname} ${JSON.stringify(locals)}` : "";
    const page = cache.get(key);
    if (page !== undefined) {
      headers.set("content-type", "text/html");
      return new Response(page, { headers });
    }
    const handler = await load();
    const response = event.runtime?.node?.res as ServerResponse | undefined;
    if (isShared && response !== undefined) {
      onWritten(response, (bytes) => cache.set(key, bytes));
    }
    for (const [name, value] of headers) {
      response?.appendHeader(name, value);
    }
    function render(req: IncomingMessage, res: ServerResponse): Promise<void> {
      if (path !== undefined) {
        // Renders the page that a form leads to as if the browser had requested it.
        Object.assign(req, { method: "GET", url: path });
      }
      return handler(req, res, undefined, locals);
    }
    // h3's type also covers HTTP/2, which this service does not use.
    return fromNodeHandler(render as Parameters<typeof fromNodeHandler>[0])(event);
  };
  return { renderPage, load };
}

/** Calls `keep` with a page's bytes once they are all written. */
function onWritten(response: ServerResponse, keep: (bytes: Uint8Array<ArrayBuffer>) => void): void {
  const chunks: Uint8Array[] = [];
  const write = response.write.bind(response) as (chunk: Uint8Array) => boolean;
  response.write = (chunk: Uint8Array) => {
    chunks.push(chunk);
    return write(chunk);
  };
  response.once("finish", () => {
    if (response.statusCode === 200) {
      keep(Buffer.concat(chunks));
    }
  });
}

async function loadHandler(entry: URL): Promise<AstroHandler> {
  const existing = new Set(process.listeners("unhandledRejection"));
  const { handler } = (await import(entry.href)) as { handler: AstroHandler };
  // The adapter listens for unhandled rejections and ignores those that are not its own, so faults anywhere in the
  // service would go unnoticed.
  for (const listener of process.listeners("unhandledRejection")) {
    if (!existing.has(listener)) {
      process.off("unhandledRejection", listener);
    }
  }
  return handler;
}
