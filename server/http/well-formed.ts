import type { H3Event } from "h3";
import { malformedAddress } from "./refusal.ts";

/**
 * Refuses, 400, a request whose address or Host header is none: what asks for the whole address later
 * would throw. Both are taken as they came over the wire; h3 mends some of them without a word.
 */
export function requireWellFormed({ runtime }: H3Event): void {
  const request = runtime?.node?.req;
  if (request === undefined) {
    return;
  }
  const { host } = request.headers;
  const isHost = host === undefined || host === "" || isOnlyHost(host);
  const target = request.url ?? "/";
  const isTarget = target.startsWith("/") || target === "*" || URL.canParse(target);
  if (!isHost || !isTarget) {
    throw malformedAddress();
  }
}

/** Whether a text is a host and perhaps a port, and nothing besides. */
function isOnlyHost(text: string): boolean {
  return !/[/?#@\\\s]/.test(text) && URL.canParse(`http://${text}`);
}
