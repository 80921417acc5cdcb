import { randomInt } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 10;

/** Random letters and digits, each of the 62 equally likely (5.95 bits). */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => DIGITS.charAt(randomInt(DIGITS.length))).join("");
}

/** A new row id such as `key_3fT0aQ9xZb`: the kind of row, then ten random characters (59.5 bits). */
export function newId(kind: string): string {
  return `${kind}_${randomBase62(ID_LENGTH)}`;
}

/** @param value below 62^`length`. */
export function toBase62(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
