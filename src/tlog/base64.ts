import { LogFormatError } from "./format-error.ts";

/*
 * Base64 and decimal numbers as the specifications of the log have them: one text for each value, so that
 * no two texts mean the same.
 */

/** A checkpoint, a proof and a line of text all write hashes so. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The bytes of a text. Throws a LogFormatError for any but the one way of writing them. */
export function fromBase64(text: string): Uint8Array {
  let bytes: Uint8Array | undefined;
  try {
    bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    // Said below.
  }
  // `atob` also takes blanks, missing padding, and bits that count for nothing.
  if (bytes === undefined || toBase64(bytes) !== text) {
    throw new LogFormatError(`"${text.slice(0, 60)}" is not base64.`);
  }
  return bytes;
}

/** A hash of 32 bytes. Throws a LogFormatError. */
export function readHash(text: string): Uint8Array {
  const hash = fromBase64(text);
  if (hash.length !== 32) {
    throw new LogFormatError(`"${text.slice(0, 60)}" is not a hash of 32 bytes.`);
  }
  return hash;
}

/** A whole number up to 2^53 - 1, without leading zeros. Throws a LogFormatError. */
export function readDecimal(text: string): number {
  const value = Number(text);
  if (!/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(value)) {
    throw new LogFormatError(`"${text.slice(0, 60)}" is not a whole number.`);
  }
  return value;
}

/** Whether two strings of bytes are the same. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
