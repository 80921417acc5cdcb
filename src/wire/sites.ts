/** An origin that a key allows: scheme, optional wildcard, host, optional port or `*`. */
const SITE = /^(https?):\/\/(\*\.)?([^/:]+)(?::(\*|\d+))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

/**
 * Whether a key's origins include a page; true if the key has none. An origin matches as in `frame-ancestors`: any
 * subdomain for a wildcard, any port for `*`, and https if http is allowed.
 *
 * @param sites the origins, as `parseOrigins` writes them.
 */
export function isOnSite(sites: readonly string[], page: URL): boolean {
  return sites.length === 0 || sites.some((site) => matches(site, page));
}

function matches(site: string, page: URL): boolean {
  const [, scheme = "", wildcard, host = "", port = DEFAULT_PORTS[scheme]] = SITE.exec(site) ?? [];
  const isSecured = scheme === "http" && page.protocol === "https:";
  const pagePort = page.port || DEFAULT_PORTS[page.protocol.slice(0, -1)];
  const isUpgraded = isSecured && port === "80" && pagePort === "443";
  return (
    (page.protocol === `${scheme}:` || isSecured) &&
    (wildcard === undefined ? page.hostname === host : page.hostname.endsWith(`.${host}`)) &&
    (port === "*" || port === pagePort || isUpgraded)
  );
}
