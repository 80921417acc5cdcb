/** Names of our cookies, and how they are written. Those of sessions are the library's. */

export const LANG = "tableside.lang";
export const DEVICE = "tableside.device";
export const FLASH = "tableside.flash";

const YEAR_S = 31_536_000;
const FLASH_S = 60;

/** The value of one cookie of a request. */
export function cookieOf(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at !== -1 && pair.slice(0, at).trim() === name) {
      return pair.slice(at + 1).trim();
    }
  }
  return undefined;
}

/** A cookie for a year. */
export function lasting(name: string, value: string, secure: boolean): string {
  return setCookie(name, value, YEAR_S, secure);
}

/** The cookie for the next page, or, without a value, the end of it. */
export function flashCookie(value: string, secure: boolean): string {
  return setCookie(FLASH, value, value === "" ? 0 : FLASH_S, secure);
}

/** For the account's pages alone, as those of sessions. The value is of characters that need no quotes. */
function setCookie(name: string, value: string, maxAgeS: number, secure: boolean): string {
  const flags = `Path=/account; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${flags}${secure ? "; Secure" : ""}`;
}
