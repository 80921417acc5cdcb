/**
 * Whether a form was sent by one of our own pages. Browsers say so in `Sec-Fetch-Site`; those that do
 * not (old ones, and all of them over plain HTTP) send an `Origin` with every form. A request with
 * neither header is refused.
 *
 * @param origins our own, such as `https://games.example.com`.
 */
export function isOurForm(headers: Pick<Headers, "get">, origins: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    // `none`: the user did it, such as sending a form again after restarting the browser.
    return site === "same-origin" || site === "none";
  }
  const origin = headers.get("origin");
  return origin !== null && origins.includes(origin);
}
