/* Our own cookies, and how they are read and written. Session cookies are the library's. */

export const LANG = "tableside.lang";
export const DEVICE = "tableside.device";
/** That the password was typed a moment ago. */
export const FRESH = "tableside.fresh";
/** Whose password was right, while the code is awaited. */
export const HALF = "tableside.half";
/** The plan that was chosen before anybody signed in. */
export const PLAN = "tableside.plan";
export const FLASH = "tableside.flash";

const YEAR_S = 31_536_000;
const FLASH_S = 60;

/** A cookie that lasts a year. */
export function lastingCookie(name: string, value: string, secure: boolean): string {
  return setCookie(name, value, YEAR_S, secure);
}

/** A cookie that the browser keeps for `maxAgeS`. */
export function shortCookie(name: string, value: string, maxAgeS: number, secure: boolean): string {
  return setCookie(name, value, maxAgeS, secure);
}

/** The cookie that carries a flash to the next page; an empty value deletes it. */
export function flashCookie(value: string, secure: boolean): string {
  return setCookie(FLASH, value, value === "" ? 0 : FLASH_S, secure);
}

/** Sent to the account pages only, as session cookies are. The value must not need encoding. */
function setCookie(name: string, value: string, maxAgeS: number, secure: boolean): string {
  const flags = `Path=/account; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${flags}${secure ? "; Secure" : ""}`;
}

/** Cookies as a browser sends them back. */
export function sentBack(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The library's cookie that waits for a code, whole; empty: none. */
export function challengeIn(cookie: string): string {
  return /(?:^|; )((?:__Secure-)?tableside\.two_factor=[^;]+)/.exec(cookie)?.[1] ?? "";
}

/** The value of one of our own cookies; empty: there is none. */
export function cookieIn(cookie: string, name: string): string {
  const pair = cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? "";
}
