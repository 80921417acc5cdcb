/**
 * Converts a full http or https URL to a service URL, ending in a slash; null for anything else, such as a host without
 * `https://`.
 */
export function serviceUrl(value: unknown): string | null {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return null;
  }
  return url.origin + url.pathname.replace(/\/*$/, "/");
}

/** Awaits a response. If none arrives, the error names the URL, unlike the runtime's "fetch failed". */
export async function nameUrl(
  url: URL | RequestInfo,
  response: Promise<Response>,
): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    throw error instanceof TypeError
      ? new TypeError(`No response from ${String(url)}.`, { cause: error })
      : error;
  }
}
