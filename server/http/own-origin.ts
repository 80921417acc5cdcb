import { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import type { Proxies } from "./proxies.ts";

/** Where the request says that it reached the service. */
export function ownOrigin({ url, runtime }: H3Event, proxies: Proxies): string {
  const request = runtime?.node?.req;
  const isTls = request instanceof IncomingMessage && proxies.isForwardedTls(request);
  return isTls ? `https://${url.host}` : url.origin;
}
