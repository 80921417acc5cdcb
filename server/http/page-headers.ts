import { policy } from "./content-security-policy.ts";
import type { Directives } from "./content-security-policy.ts";
import { HEADERS, NO_SNIFFING, NOT_STORED, REVALIDATED } from "./headers.ts";
import type { HeaderFields } from "./headers.ts";

/** What a page has inlined, as source expressions of a content security policy. */
export interface Inlined {
  /** Null in development, where no policy is sent: Vite puts its own styles and scripts into pages. */
  readonly styleHashes: readonly string[] | null;
  readonly scriptHashes?: readonly string[];
}

/** Every kind of page; `problem` is a refusal that a person reads, `closed` that of a table that comes back. */
type PageKind = "home" | "verify" | "replay" | "docs" | "embed" | "account" | "problem" | "closed";

interface PageRules {
  readonly headers: HeaderFields;
  /** What a page may load and do. Whatever is not named here falls under `default-src 'none'`. */
  readonly allows: (styles: readonly string[], scripts: readonly string[]) => Directives;
}

const HTML = { "content-type": "text/html; charset=utf-8" } as const;
/** The address of a page may hold a key. */
const NO_REFERRER = { "referrer-policy": "no-referrer" } as const;
/** A parent page that isolates itself frames nothing without this. */
const ISOLATED = { "cross-origin-embedder-policy": "require-corp" } as const;

const NONE = ["'none'"];
const SELF = ["'self'"];
const IMAGES = ["'self'", "data:"];
/** `default-src` does not cover these. */
const NO_FORMS_NO_FRAMES = { "base-uri": NONE, "form-action": NONE, "frame-ancestors": NONE };

/** What most pages may do: run and load what is built. */
const allowsOwn = (styles: readonly string[]) => ({
  "script-src": SELF,
  "style-src": styles,
  "img-src": IMAGES,
  "connect-src": SELF,
  ...NO_FORMS_NO_FRAMES,
});
/** Tables make textures out of blobs. */
const allowsTable = (styles: readonly string[]) => ({
  ...allowsOwn(styles),
  "img-src": [...IMAGES, "blob:"],
});
/** Pages that frame tables. */
const allowsTables = (styles: readonly string[]) => ({
  ...allowsOwn([...SELF, ...styles]),
  "frame-src": SELF,
});

/** Any site may frame it: it stands where a table would. */
const problem: PageRules = {
  headers: { ...HEADERS.problem, ...HTML, ...ISOLATED, ...NO_REFERRER },
  allows: (styles, scripts) => ({ "script-src": scripts, "style-src": styles }),
};

const RULES: Readonly<Record<PageKind, PageRules>> = {
  home: {
    headers: { ...HTML, ...NOT_STORED, ...NO_REFERRER, ...NO_SNIFFING },
    allows: allowsTables,
  },
  verify: {
    headers: { ...HTML, ...REVALIDATED, ...NO_REFERRER, ...NO_SNIFFING },
    allows: (styles, scripts) => ({
      ...allowsOwn(styles),
      "script-src": scripts,
      // Readers fetch beacons from any relay they choose. The page knows nothing it could leak there.
      "connect-src": ["*"],
    }),
  },
  replay: {
    // With its etag it is asked for again and not sent again.
    headers: { ...HTML, ...REVALIDATED, ...NO_REFERRER, ...NO_SNIFFING },
    allows: allowsTable,
  },
  docs: { headers: { ...HTML, ...HEADERS.file, ...NO_REFERRER }, allows: allowsOwn },
  embed: {
    headers: {
      ...HTML,
      ...NOT_STORED,
      ...NO_SNIFFING,
      // Without it every request of the page would carry the key in its referrer.
      ...NO_REFERRER,
      // An isolated parent page needs both.
      "cross-origin-resource-policy": "cross-origin",
      ...ISOLATED,
    },
    allows: allowsTable,
  },
  account: {
    headers: {
      ...NOT_STORED,
      ...NO_SNIFFING,
      // With `no-referrer` browsers would send forms with the origin `null`.
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "x-frame-options": "DENY",
    },
    allows: (styles) => ({ ...allowsTables(styles), "form-action": SELF }),
  },
  problem,
  closed: {
    ...problem,
    allows: (styles, scripts) => ({ ...problem.allows(styles, scripts), "connect-src": SELF }),
  },
};

/** The headers of a page, with its content security policy. */
export function pageHeaders(kind: PageKind, inlined: Inlined): HeaderFields {
  return withPolicy(kind, inlined, {});
}

/** The headers of a table's page. @param origins those that may frame it; none: any site. */
export function embedHeaders(inlined: Inlined, origins: readonly string[]): HeaderFields {
  return withPolicy("embed", inlined, { "frame-ancestors": origins });
}

function withPolicy(kind: PageKind, inlined: Inlined, changed: Directives): HeaderFields {
  const { headers, allows } = RULES[kind];
  const { styleHashes, scriptHashes = [] } = inlined;
  return styleHashes === null
    ? headers
    : {
        ...headers,
        "content-security-policy": policy({
          "default-src": NONE,
          ...allows(styleHashes, scriptHashes),
          ...changed,
        }),
      };
}
