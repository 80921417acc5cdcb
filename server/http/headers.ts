import type { H3Event } from "h3";

/*
 * The headers of every kind of answer that is not a page; `page-headers.ts` has those of pages. Routes
 * name the kind, and add only what depends on the request: vary, etag, location, cookies, encodings.
 */

/** Names and values, in the order in which they are written where the order shows. */
export type HeaderFields = Readonly<Record<string, string>>;

/** The methods of addresses that are only read. */
export const READ_METHODS = "GET, HEAD, OPTIONS";

const A_YEAR_S = 31_536_000;
const FOREVER = { "cache-control": `public, max-age=${A_YEAR_S}, immutable` } as const;
export const REVALIDATED = { "cache-control": "no-cache" } as const;
export const NOT_STORED = { "cache-control": "no-store" } as const;

/** Browsers must not guess what an answer is. */
export const NO_SNIFFING = { "x-content-type-options": "nosniff" } as const;

/** Any page may read it. An iframe without allow-same-origin, whose origin is its own, loads nothing else. */
const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
} as const;

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" } as const;

/** JSON of the API that is true for this moment only. */
const json = { ...ANY_ORIGIN, ...NOT_STORED, ...JSON_TYPE, ...NO_SNIFFING } as const;

export const HEADERS = {
  json,
  /** JSON that stays true until its etag changes. */
  taggedJson: { ...json, ...REVALIDATED },
  /** JSON that is true for ever. */
  foreverJson: { ...json, ...FOREVER },
  /** JSON and downloads for the owner of an account alone. */
  accountJson: { ...JSON_TYPE, ...NOT_STORED, ...NO_SNIFFING },
  accountFile: { ...NOT_STORED, ...NO_SNIFFING },
  /** The answer to OPTIONS. */
  preflight: {
    allow: READ_METHODS,
    ...ANY_ORIGIN,
    "access-control-allow-methods": READ_METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  },
  /** A built file; its type comes with it. */
  file: { ...ANY_ORIGIN, ...REVALIDATED, ...NO_SNIFFING },
  /** A built file whose name holds its hash. */
  hashedFile: { ...ANY_ORIGIN, ...FOREVER, ...NO_SNIFFING },
  /** A refusal, readable by any page like the answer it stands for. Nothing in it is private. */
  problem: { ...ANY_ORIGIN, ...NOT_STORED, ...NO_SNIFFING },
  redirect: NOT_STORED,
} as const satisfies Readonly<Record<string, HeaderFields>>;

export function setHeaders(event: H3Event, fields: HeaderFields): void {
  for (const [name, value] of Object.entries(fields)) {
    event.res.headers.set(name, value);
  }
}
