import { ADDRESS_HEADER } from "./better-auth.ts";

/** Where a request comes from, as sessions store it. */
export interface Client {
  /** The `cookie` header. */
  readonly cookie: string;
  readonly address: string;
  readonly userAgent: string;
}

/** The headers that the library sees. Nothing else of the request reaches it. */
export function headersOf({ cookie, address, userAgent }: Client): Headers {
  return new Headers({
    cookie,
    "user-agent": userAgent.slice(0, 300),
    [ADDRESS_HEADER]: address,
  });
}

/** The `set-cookie` headers of the library's answer. */
export function cookiesOf({ headers }: { headers: Headers | null }): string[] {
  return headers?.getSetCookie() ?? [];
}
