import { domainToASCII, domainToUnicode } from "node:url";

/** The maximum length in RFC 5321. */
const MAX_LENGTH = 254;
const ADDRESS = /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Normalises an email address to the form that mail servers use, with an internationalised domain in punycode.
 * Empty if it is too long or its domain is not valid.
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

/** Whether registration accepts a normalised address. */
export function isEmail(text: string): boolean {
  return ADDRESS.test(text);
}

/** An email address as its owner writes it, with an internationalised domain in Unicode. */
export function displayedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  return email.slice(0, at + 1) + (domainToUnicode(domain) || domain);
}
