/**
 * Whether a form was sent by a page of our own. Browsers say so in `Sec-Fetch-Site`; those that do
 * not (old ones, and all over plain HTTP) send an `Origin` with every form. What says neither is no
 * browser that carries somebody's cookies, and is refused all the same.
 *
 * @param origins our own, such as `https://games.example.com`.
 */
export function isOurForm(headers: Headers, origins: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    // `none` is somebody's own doing, such as a form that is sent anew after a restart.
    return site === "same-origin" || site === "none";
  }
  const origin = headers.get("origin");
  return origin !== null && origins.includes(origin);
}
