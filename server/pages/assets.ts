import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { H3Event } from "h3";
import { lookup } from "mrmime";
import { encodedAside, encodingFor } from "../http/compress.ts";
import type { Encoded, Encoding } from "../http/compress.ts";
import { inlineStyleHashes } from "../http/content-security-policy.ts";
import { etagOf, isKnown } from "../http/etag.ts";
import { HEADERS, setHeaders } from "../http/headers.ts";
import type { HeaderFields } from "../http/headers.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { ownOrigin } from "../http/proxies.ts";
import type { Proxies } from "../http/proxies.ts";
import { notFound } from "../http/refusal.ts";
import { readOnly } from "../http/request.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { withOwnAddress } from "./own-address.ts";

/** A built file as it is served. */
export interface Asset {
  headers: HeaderFields;
  etag: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The same bytes compressed, when they are first asked for; null for what is not text. */
  encoded: ((encoding: Encoding) => Promise<Encoded>) | null;
  /** A page with the address at which the service is reached; null for what is the same at any. */
  at: ((baseUrl: string) => Asset) | null;
}

/** Files by their path in addresses. What is not in the map is not served. */
export type Assets = ReadonlyMap<string, Asset>;

/** Paths that hold the hash of what is there. */
const HASHED = /^\/_astro\/|^\/v1\/game-table\.[0-9a-f]{12}\.js$/;

/** The pages that are served as they were built, but for the service's address. */
const DOCS = "/docs/";

/**
 * Reads the built files into memory. Of the pages only the docs: the others go through their own routes,
 * the embed pages behind the key check. Looking a path up in a map cannot leave the folder.
 *
 * @throws StartError when there is no build.
 */
export async function readAssets(distDir: string): Promise<Assets> {
  const assets = new Map<string, Asset>();
  for (const entry of await entriesOf(distDir)) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(distDir, file).split(sep).join("/")}`;
    const isHidden = path.endsWith(".html") && !path.startsWith(DOCS);
    if (entry.isFile() && !isHidden && !entry.name.startsWith(".")) {
      const address = path.replace(/index\.html$/, "");
      const bytes = Uint8Array.from(await readFile(file));
      assets.set(address, path.endsWith(".html") ? toPage(address, bytes) : toFile(path, bytes));
    }
  }
  return assets;
}

async function entriesOf(distDir: string): Promise<Dirent[]> {
  try {
    return await readdir(distDir, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      throw error;
    }
    throw new StartError("The pages are not built yet. Build them with `npm run build`.", {
      cause: error,
    });
  }
}

function toFile(path: string, bytes: Uint8Array<ArrayBuffer>): Asset {
  const type = lookup(path) ?? "application/octet-stream";
  const isText = /^text\/|javascript|json|svg/.test(type);
  return {
    headers: {
      // The names of these hold their hash, so their bytes never change.
      ...(HASHED.test(path) ? HEADERS.hashedFile : HEADERS.file),
      "content-type": isText ? `${type}; charset=utf-8` : type,
    },
    etag: etagOf(bytes),
    bytes,
    encoded: isText ? encodedOnce(bytes) : null,
    at: null,
  };
}

function toPage(path: string, bytes: Uint8Array<ArrayBuffer>): Asset {
  const html = new TextDecoder().decode(bytes);
  const headers = pageHeaders("docs", { styleHashes: inlineStyleHashes(html) });
  const page = (body: Uint8Array<ArrayBuffer>): Asset => ({
    headers,
    etag: etagOf(body),
    bytes: body,
    encoded: encodedOnce(body),
    at: null,
  });
  const at = withOwnAddress(path, html, (text) => page(new TextEncoder().encode(text)));
  return { ...page(bytes), at };
}

/** One step below the best quality: a third of the time for about one percent more bytes. */
const QUALITY = 10;

/** Compresses by another thread, once for each encoding: to do it for all files takes half of a start. */
function encodedOnce(bytes: Uint8Array): (encoding: Encoding) => Promise<Encoded> {
  const cached: Partial<Record<Encoding, Promise<Encoded>>> = {};
  return (encoding) => (cached[encoding] ??= encodedAside(bytes, encoding, true, QUALITY));
}

interface AssetDeps {
  readonly assets: Assets;
  /** The service's public address; null takes each request's own address. */
  readonly baseUrl: string | null;
  readonly proxies: Proxies;
}

/**
 * Every address that is no route: a built file, or 404, which comes before the method here too. A page of
 * the docs names the service's own address; without the slash at its end it redirects to itself with it.
 */
export const asset = (deps: AssetDeps) => (event: H3Event) => {
  const { pathname, search } = event.url;
  const found = deps.assets.get(pathname);
  if (found === undefined && deps.assets.has(`${pathname}/`)) {
    const headers = { location: `${pathname}/${search}`, ...HEADERS.redirect };
    return readOnly(() => new Response(null, { status: 308, headers }))(event);
  }
  if (found === undefined) {
    throw notFound();
  }
  return readOnly((reading) => {
    const shown = found.at?.(deps.baseUrl ?? ownOrigin(reading, deps.proxies)) ?? found;
    return respond(reading, shown);
  })(event);
};

function respond(event: H3Event, found: Asset): Response | Encoded | Promise<Encoded> {
  setHeaders(event, { ...found.headers, etag: found.etag, vary: "accept-encoding" });
  if (isKnown(found.etag, event.req.headers.get("if-none-match"))) {
    return new Response(null, { status: 304 });
  }
  const encoding = encodingFor(event);
  // The bytes themselves, which all answers share: a response would copy them, and keep its copy until they are taken.
  if (encoding !== undefined && found.encoded !== null) {
    event.res.headers.set("content-encoding", encoding);
    return found.encoded(encoding);
  }
  return found.bytes;
}
