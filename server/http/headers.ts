import type { H3Event } from "h3";

/*
 * The headers of every kind of response except pages, which `page-headers.ts` covers. A route names the kind, and adds
 * only headers that depend on the request: vary, etag, location, cookies, encodings.
 */

export type HeaderFields = Readonly<Record<string, string>>;

export const READ_METHODS = "GET, HEAD, OPTIONS";

const A_YEAR_S = 31_536_000;
const FOREVER = { "cache-control": `public, max-age=${A_YEAR_S}, immutable` } as const;
export const REVALIDATED = { "cache-control": "no-cache" } as const;
export const NOT_STORED = { "cache-control": "no-store" } as const;

/** Browsers must not guess a response's type. */
export const NO_SNIFFING = { "x-content-type-options": "nosniff" } as const;

/** Any page may read the response, including one in an iframe without allow-same-origin, whose origin is opaque. */
const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
} as const;

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" } as const;

/** API JSON that is valid only at this moment. */
const json = { ...ANY_ORIGIN, ...NOT_STORED, ...JSON_TYPE, ...NO_SNIFFING } as const;
const problem = { ...ANY_ORIGIN, ...NOT_STORED, ...NO_SNIFFING } as const;

export const HEADERS = {
  json,
  /** JSON that is valid until its etag changes. */
  taggedJson: { ...json, ...REVALIDATED },
  /** JSON that never changes. */
  foreverJson: { ...json, ...FOREVER },
  /** JSON and downloads for one reader only. */
  privateJson: { ...JSON_TYPE, ...NOT_STORED, ...NO_SNIFFING },
  privateFile: { ...NOT_STORED, ...NO_SNIFFING },
  preflight: {
    allow: READ_METHODS,
    ...ANY_ORIGIN,
    "access-control-allow-methods": READ_METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  },
  /** A built file. The route adds its type. */
  file: { ...ANY_ORIGIN, ...REVALIDATED, ...NO_SNIFFING },
  /** A built file with a hash in its name. */
  hashedFile: { ...ANY_ORIGIN, ...FOREVER, ...NO_SNIFFING },
  /** A refusal, which any page can read, like the response it replaces. It contains nothing private. */
  problem,
  problemJson: { ...problem, "content-type": "application/problem+json" },
  redirect: NOT_STORED,
} as const satisfies Readonly<Record<string, HeaderFields>>;

export function setHeaders(event: H3Event, fields: HeaderFields): void {
  for (const [name, value] of Object.entries(fields)) {
    event.res.headers.set(name, value);
  }
}

export function withCookies(fields: HeaderFields, cookies: readonly string[]): Headers {
  const headers = new Headers(fields);
  for (const cookie of cookies) {
    headers.append("set-cookie", cookie);
  }
  return headers;
}

export function redirectTo(
  location: string,
  status: 302 | 303 | 308,
  cookies: readonly string[] = [],
): Response {
  const headers = withCookies({ location, ...HEADERS.redirect }, cookies);
  return new Response(null, { status, headers });
}
