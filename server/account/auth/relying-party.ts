import { isIP } from "node:net";

/** Who passkeys are made for, in the terms of WebAuthn. */
export interface RelyingParty {
  /** The domain that browsers bind a passkey to. */
  readonly id: string;
  /** The only origin that a passkey is used at. */
  readonly origin: string;
}

/**
 * Who passkeys are made for; undefined where there can be none. Never taken from a request, which could
 * name any host. Browsers want HTTPS or localhost, and a name: no number.
 *
 * @param baseUrl the public address of the service, if it is set.
 */
export function relyingParty(baseUrl: string | null): RelyingParty | undefined {
  if (baseUrl === null) {
    return undefined;
  }
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isSecure = protocol === "https:" || /^(?:.+\.)?localhost$/.test(hostname);
  const isNumber = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0;
  return isSecure && !isNumber ? { id: hostname, origin } : undefined;
}
