import type { H3Event } from "h3";
import Negotiator from "negotiator";
import { pickLang } from "../../src/i18n/langs.ts";
import type { Lang } from "../../src/i18n/langs.ts";

/** The language of a page: `lang` in its URL, otherwise the browser's, otherwise English. */
export function langOf(event: H3Event): Lang {
  const chosen = pickLang([event.url.searchParams.get("lang") ?? ""]);
  return chosen ?? pickLang(browserLangs(event)) ?? "en";
}

/** BCP 47 tags, most preferred first. */
export function browserLangs({ req }: H3Event): string[] {
  const accepted = req.headers.get("accept-language") ?? "";
  return new Negotiator({ headers: { "accept-language": accepted } }).languages();
}
