/** What asks others over HTTP: `plainFetch`, or one that looks at the answers as well. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Nobody who means well leads on further. */
const MAX_REDIRECTS = 5;

/**
 * The global `fetch` for those who may answer anything: one whose answer ends while nobody reads on ends the whole
 * process in Node (nodejs/undici#5360). So nothing is unpacked here, which takes a while, and `fetch` follows no
 * redirect, whose body it leaves lying: GET and HEAD are led on by hand, others get the redirect for an answer.
 *
 * Read or cancel the body at once. Rejects with a RangeError where it is compressed though that was declined.
 */
export const plainFetch: Fetch = async (address, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", "identity");
  const isLed = init.redirect !== "manual" && /^(GET|HEAD)$/.test(init.method ?? "GET");
  let url = address;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    const next = isLed ? redirectOf(response, url) : null;
    if (next === null) {
      return plain(response);
    }
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS || !/^https?:$/.test(next.protocol)) {
      throw new TypeError("The answer leads nowhere.");
    }
    url = next.href;
  }
};

/** Where an answer leads; null where it is the last one. */
function redirectOf({ status, headers }: Response, from: string): URL | null {
  const location = headers.get("location");
  return location !== null && [301, 302, 303, 307, 308].includes(status)
    ? URL.parse(location, from)
    : null;
}

async function plain(response: Response): Promise<Response> {
  const encoding = response.headers.get("content-encoding") ?? "identity";
  if (response.body !== null && encoding !== "identity") {
    await response.body.cancel();
    throw new RangeError("The answer is compressed.");
  }
  return response;
}
