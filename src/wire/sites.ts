/** An origin that a key allows: scheme, optional wildcard, host, optional port or `*`. */
const ORIGIN = /^(https?):\/\/(\*\.)?([^/:]+)(?::(\*|\d+))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

/**
 * Whether a key's origins include a page; true if the key has none. An origin matches as in `frame-ancestors`: any
 * subdomain for a wildcard, any port for `*`, and https if http is allowed. `parseOrigins` creates the origins.
 */
export function isOnSite(origins: readonly string[], page: URL): boolean {
  return origins.length === 0 || origins.some((origin) => matches(origin, page));
}

function matches(origin: string, page: URL): boolean {
  const [, scheme = "", wildcard, host = "", port = DEFAULT_PORTS[scheme]] =
    ORIGIN.exec(origin) ?? [];
  const isSecured = scheme === "http" && page.protocol === "https:";
  const pagePort = page.port || DEFAULT_PORTS[page.protocol.slice(0, -1)];
  const isUpgraded = isSecured && port === "80" && pagePort === "443";
  return (
    (page.protocol === `${scheme}:` || isSecured) &&
    (wildcard === undefined ? page.hostname === host : page.hostname.endsWith(`.${host}`)) &&
    (port === "*" || port === pagePort || isUpgraded)
  );
}
