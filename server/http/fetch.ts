/** What asks others over HTTP: the global `fetch`, or one that looks at the answers as well. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
