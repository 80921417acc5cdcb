import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { H3Event } from "h3";
import { lookup } from "mrmime";
import { prepare, tagged } from "../http/compress.ts";
import type { Prepared } from "../http/compress.ts";
import { inlineStyleHashes } from "../http/content-security-policy.ts";
import { HEADERS, redirectTo, setHeaders } from "../http/headers.ts";
import type { HeaderFields } from "../http/headers.ts";
import { escapeHtml } from "../http/html.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { ownOrigin } from "../http/proxies.ts";
import type { Proxies } from "../http/proxies.ts";
import { notFound } from "../http/refusal.ts";
import { readOnly } from "../http/route.ts";
import { LruMap } from "../runtime/lru-map.ts";

export interface Asset {
  headers: HeaderFields;
  prepared: Prepared;
  /** Inserts the service's URL into a page; null for a file without it. */
  at: ((baseUrl: string) => Asset) | null;
}

export type Assets = ReadonlyMap<string, Asset>;

/** These names contain a hash, so their bytes never change. */
const HASHED = /^\/_astro\/|^\/v1\/game-table\.[0-9a-f]{12}\.js$/;

/** Pages that are served as built, except for the service's URL. */
const DOCS = "/docs/";

/** The service's URL in the docs' sources. */
const EXAMPLE_ADDRESS = "https://games.example.com";

/** Pages about setting the service's URL, whose examples stay unchanged. */
const KEEP_EXAMPLE_ADDRESS: ReadonlySet<string> = new Set([
  "/docs/deploy/",
  "/docs/payments/",
  "/docs/back-office/",
  "/docs/settings/",
]);

/**
 * Maximum cached copies of a page. Without BASE_URL, each requested Host needs one, and clients can invent any number.
 */
const MAX_COPIES = 4;

/**
 * Reads the built files into memory. The only pages among them are the docs, since others have their own routes, such
 * as the embed pages with their key check. A map look-up cannot leave the folder.
 */
export async function readAssets(distDir: string): Promise<Assets> {
  const assets = new Map<string, Asset>();
  for (const entry of await readdir(distDir, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(distDir, file).split(sep).join("/")}`;
    const isHidden = path.endsWith(".html") && !path.startsWith(DOCS);
    if (entry.isFile() && !isHidden && !entry.name.startsWith(".")) {
      const url = path.replace(/index\.html$/, "");
      const bytes = Uint8Array.from(await readFile(file));
      assets.set(url, path.endsWith(".html") ? toPage(url, bytes) : toFile(path, bytes));
    }
  }
  return assets;
}

function toFile(path: string, bytes: Uint8Array<ArrayBuffer>): Asset {
  // Otherwise, .mts would mean a video.
  const type = path.endsWith(".mts") ? "text/plain" : (lookup(path) ?? "application/octet-stream");
  const isText = /^text\/|javascript|json|svg/.test(type);
  return {
    headers: {
      ...(HASHED.test(path) ? HEADERS.hashedFile : HEADERS.file),
      "content-type": isText ? `${type}; charset=utf-8` : type,
    },
    prepared: prepare(bytes, isText ? "always" : null),
    at: null,
  };
}

function toPage(path: string, bytes: Uint8Array<ArrayBuffer>): Asset {
  const html = new TextDecoder().decode(bytes);
  const headers = pageHeaders("docs", { styleHashes: inlineStyleHashes(html) });
  const page = (body: string): Asset => ({ headers, prepared: prepare(body, "always"), at: null });
  if (KEEP_EXAMPLE_ADDRESS.has(path) || !html.includes(EXAMPLE_ADDRESS)) {
    return page(html);
  }
  const copies = new LruMap<string, Asset>(MAX_COPIES);
  // With the real URL, the commands on the page run as printed.
  const at = (baseUrl: string) =>
    copies.getOrMake(baseUrl, () =>
      page(html.replaceAll(EXAMPLE_ADDRESS, () => escapeHtml(baseUrl))),
    );
  return { ...page(html), at };
}

interface AssetDeps {
  readonly assets: Assets;
  /** Null if each request's own origin is used. */
  readonly baseUrl: string | null;
  readonly proxies: Proxies;
}

/**
 * Serves every URL without a route: a built file, or 404, which here takes precedence over 405. A docs page contains
 * the service's own URL. Without its trailing slash, it redirects.
 */
export const asset = (deps: AssetDeps) => (event: H3Event) => {
  const { pathname, search } = event.url;
  const found = deps.assets.get(pathname);
  if (found === undefined && deps.assets.has(`${pathname}/`)) {
    return readOnly(() => redirectTo(`${pathname}/${search}`, 308))(event);
  }
  if (found === undefined) {
    throw notFound();
  }
  return readOnly(() => {
    const shown = found.at?.(deps.baseUrl ?? ownOrigin(event, deps.proxies)) ?? found;
    setHeaders(event, shown.headers);
    return tagged(event, shown.prepared);
  })(event);
};
