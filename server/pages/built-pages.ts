import type { IncomingMessage, ServerResponse } from "node:http";
import { fromNodeHandler } from "h3";
import type { H3Event } from "h3";
import { once } from "../runtime/once.ts";

/**
 * Answers with the page that Astro built for a request's address, or for `path`, which finds `locals`
 * to show.
 */
export type DrawPage = (
  event: H3Event,
  headers: Headers,
  locals: object,
  path?: string,
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

export function builtPages(entry: URL): BuiltPages {
  const load = once(() => loadHandler(entry));
  const drawPage: DrawPage = async (event, headers, locals, path) => {
    const handler = await load();
    const response = event.runtime?.node?.res;
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
