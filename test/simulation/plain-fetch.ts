import type { Fetch } from "../../server/http/fetch.ts";

/** What hosts get for `server/http/fetch.ts`: the request goes through the network of the world. */
export const plainFetch: Fetch = (address, init) => fetch(address, init);
