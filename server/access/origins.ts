import { MAX_ORIGINS } from "../../src/wire/account-limits.ts";
import { InvalidInput } from "./invalid-input.ts";

// An origin. No part can contain spaces, control characters, quotes or policy separators.
const ENTRY =
  /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<wildcard>\*\.)?(?<host>[^\s\p{C}/:?#@*;,'"`<>\\%[\]]+)(?::(?<port>\*|\d{1,5}))?\/?$/iu;
const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** Every origin on this machine. */
export const LOCALHOST: readonly string[] = [
  "http://localhost:*",
  "https://localhost:*",
  "http://127.0.0.1:*",
  "https://127.0.0.1:*",
];

/**
 * Origins in the form that CSP uses: lower case, IDN in punycode, without default ports or duplicates, in the given
 * order. `https://*.b.example` matches every host below b.example, but not b.example itself; `http://localhost:*`
 * matches every port.
 *
 * @throws InvalidInput for an entry that is not an origin, or for more than `MAX_ORIGINS` origins.
 */
export function parseOrigins(entries: readonly string[]): string[] {
  const origins = [...new Set(entries.map(parseOrigin))];
  if (origins.length > MAX_ORIGINS) {
    throw new InvalidInput(`At most ${MAX_ORIGINS} origins can be allowed for one key.`);
  }
  return origins;
}

export function readOrigins(text: string): string[] {
  return JSON.parse(text) as string[];
}

function parseOrigin(entry: string): string {
  const text = entry.trim();
  if (text === "") {
    throw new InvalidInput(
      "One site in the list is empty. Remove it. To allow any site, leave the whole list empty or, in a command, pass any.",
    );
  }
  const { scheme, wildcard = "", host, port } = ENTRY.exec(text)?.groups ?? {};
  if (scheme === undefined || host === undefined) {
    throw new InvalidInput(
      `${quote(text)} is not a site such as https://a.example, https://*.b.example or http://localhost:*.`,
    );
  }
  const protocol = scheme.toLowerCase();
  const defaultPort = DEFAULT_PORTS[protocol];
  if (defaultPort === undefined) {
    throw new InvalidInput(`${quote(text)} does not begin with https:// or http://.`);
  }
  const name = URL.parse(`${protocol}://${host}`)?.hostname ?? "";
  if (!HOST_NAME.test(name) || (wildcard !== "" && IPV4.test(name))) {
    throw new InvalidInput(`${quote(text)} does not name a host.`);
  }
  if (port !== undefined && port !== "*" && (Number(port) < 1 || Number(port) > 65_535)) {
    throw new InvalidInput(`${quote(text)} has no port from 1 to 65535.`);
  }
  const isUsual = port === undefined || Number(port) === defaultPort;
  const suffix = isUsual ? "" : `:${port === "*" ? port : Number(port)}`;
  return `${protocol}://${wildcard}${name}${suffix}`;
}

/** Escapes and shortens input so that it is safe to print in a terminal, or in a notice. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
