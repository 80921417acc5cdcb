import type { H3Event } from "h3";
import Negotiator from "negotiator";
import { pickLang } from "../../src/i18n/langs.ts";
import type { Lang } from "../../src/i18n/langs.ts";

/** The language of a page: `lang` in its URL, otherwise the browser's, otherwise English. */
export function langOf(event: H3Event): Lang {
  const chosen = pickLang([event.url.searchParams.get("lang") ?? ""]);
  const accepted = event.req.headers.get("accept-language") ?? "*";
  const negotiator = new Negotiator({ headers: { "accept-language": accepted } });
  return chosen ?? pickLang(negotiator.languages()) ?? "en";
}
