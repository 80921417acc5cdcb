import { formatPolicy } from "./content-security-policy.ts";
import type { Directives } from "./content-security-policy.ts";
import { HEADERS, NO_SNIFFING, NOT_STORED, REVALIDATED } from "./headers.ts";
import type { HeaderFields } from "./headers.ts";

/** The inlined parts of a page, as source expressions of a content security policy. */
export interface Inlined {
  /** Null in development, which sends no policy. */
  readonly styleHashes: readonly string[] | null;
  readonly scriptHashes?: readonly string[];
}

interface PageRules {
  readonly headers: HeaderFields;
  /** The resources a page may load and the features it may use. All others fall under `default-src 'none'`. */
  readonly allows: (styles: readonly string[], scripts: readonly string[]) => Directives;
}

const HTML = { "content-type": "text/html; charset=utf-8" } as const;
/** A page's URL can contain a key. */
const NO_REFERRER = { "referrer-policy": "no-referrer" } as const;
/** Without this header, a parent page that isolates itself cannot frame the page. */
const ISOLATED = { "cross-origin-embedder-policy": "require-corp" } as const;

const NONE = ["'none'"];
const SELF = ["'self'"];
const IMAGES = ["'self'", "data:"];
/** `default-src` does not cover these directives. */
const NO_FORMS_NO_FRAMES = { "base-uri": NONE, "form-action": NONE, "frame-ancestors": NONE };

/** The policy for most pages: run and load built files. */
const allowsOwn = (styles: readonly string[]) => ({
  "script-src": SELF,
  "style-src": styles,
  "img-src": IMAGES,
  "connect-src": SELF,
  ...NO_FORMS_NO_FRAMES,
});
/** Tables make textures from blobs. */
const allowsTable = (styles: readonly string[]) => ({
  ...allowsOwn(styles),
  "img-src": [...IMAGES, "blob:"],
});
/** Any site may frame a refusal page, because it replaces a table. */
const problem: PageRules = {
  headers: { ...HEADERS.problem, ...HTML, ...ISOLATED, ...NO_REFERRER },
  allows: (styles, scripts) => ({ "script-src": scripts, "style-src": styles }),
};

/** Every kind of page. `problem` is a refusal as a page; `closed` is a refusal for a table that will reopen. */
const RULES = {
  home: {
    headers: { ...HTML, ...NOT_STORED, ...NO_REFERRER, ...NO_SNIFFING },
    allows: (styles) => allowsOwn([...SELF, ...styles]),
  },
  verify: {
    headers: { ...HTML, ...REVALIDATED, ...NO_REFERRER, ...NO_SNIFFING },
    allows: (styles, scripts) => ({
      ...allowsOwn(styles),
      "script-src": scripts,
      // The house can have another URL. The page contains nothing to leak.
      "connect-src": ["*"],
    }),
  },
  replay: {
    // The page has an etag, so an unchanged page is not sent again.
    headers: { ...HTML, ...REVALIDATED, ...NO_REFERRER, ...NO_SNIFFING },
    allows: allowsTable,
  },
  docs: { headers: { ...HTML, ...HEADERS.file, ...NO_REFERRER }, allows: allowsOwn },
  embed: {
    headers: {
      ...HTML,
      // A stored page would set the table's clock late, since the table reads the time of the request.
      ...NOT_STORED,
      ...NO_SNIFFING,
      // Otherwise, every request from the page would include the key in its referrer.
      ...NO_REFERRER,
      // A parent page that isolates itself needs both headers.
      "cross-origin-resource-policy": "cross-origin",
      ...ISOLATED,
    },
    allows: allowsTable,
  },
  account: {
    headers: {
      ...NOT_STORED,
      ...NO_SNIFFING,
      // With `no-referrer`, browsers would send forms with the origin `null`.
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "x-frame-options": "DENY",
    },
    allows: (styles) => ({
      ...allowsOwn([...SELF, ...styles]),
      "frame-src": SELF,
      "form-action": SELF,
    }),
  },
  problem,
  closed: {
    ...problem,
    allows: (styles, scripts) => ({ ...problem.allows(styles, scripts), "connect-src": SELF }),
  },
} satisfies Readonly<Record<string, PageRules>>;

/** @param origins the origins that may frame the page; any origin if empty. The default depends on the kind. */
export function pageHeaders(
  kind: keyof typeof RULES,
  { styleHashes, scriptHashes = [] }: Inlined,
  origins?: readonly string[],
): HeaderFields {
  const { headers, allows }: PageRules = RULES[kind];
  return styleHashes === null
    ? headers
    : {
        ...headers,
        "content-security-policy": formatPolicy({
          "default-src": NONE,
          ...allows(styleHashes, scriptHashes),
          ...(origins && { "frame-ancestors": origins }),
        }),
      };
}
