import { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import type { Proxies } from "./proxies.ts";

/** Who asks, for the limits: a proxy that was not named is one viewer for all behind it. */
export function viewerOf({ runtime }: H3Event, proxies: Proxies): string {
  const request = runtime?.node?.req;
  return request instanceof IncomingMessage ? proxies.viewerOf(request) : "";
}
