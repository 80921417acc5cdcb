import { domainToASCII, domainToUnicode } from "node:url";

/** RFC 5321. */
const MAX_LENGTH = 254;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * An address as mail servers know it, however it was typed: a domain of other letters than English
 * ones in punycode. Empty for what is too long to be one, or has a domain that nothing can be called.
 */
export function normaliseEmail(typed: string): string {
  const text = typed.trim();
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  const name =
    NOT_ASCII.test(domain) && !/[\s%/?#:[\]\\]/.test(domain) ? domainToASCII(domain) : domain;
  const email = text.slice(0, at + 1) + name;
  return name === "" || email.length > MAX_LENGTH ? "" : email;
}

/** An address as its owner writes it. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  return email.slice(0, at + 1) + (domainToUnicode(domain) || domain);
}
