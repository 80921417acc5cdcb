import { createHash } from "node:crypto";
import { createBase58check } from "@scure/base";

/** An address as its 20 bytes in lower-case hex. Logs contain this form, and addresses are compared in it. */
export type AddressHex = string;

const base58check = createBase58check((bytes: Uint8Array) =>
  Uint8Array.from(createHash("sha256").update(bytes).digest()),
);

/** The first byte of every address. */
const PREFIX = 0x41;
const ADDRESS_BYTES = 20;
/** Decoding longer strings takes disproportionately long. */
const ADDRESS_LENGTH = 34;

/** The bytes of a base58 address, `T…`; undefined if its checksum is wrong. */
export function parseTronAddress(text: string): AddressHex | undefined {
  if (text.length !== ADDRESS_LENGTH) {
    return undefined;
  }
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch {
    return undefined;
  }
  return bytes.length === ADDRESS_BYTES + 1 && bytes[0] === PREFIX
    ? Buffer.from(bytes.subarray(1)).toString("hex")
    : undefined;
}

/** Formats an address in base58, for people. Compare the bytes, never this. */
export function formatTronAddress(address: AddressHex): string {
  return base58check.encode(Uint8Array.of(PREFIX, ...Buffer.from(address, "hex")));
}

/**
 * The address in a log. Nodes write it in three ways: bare, with the prefix 41, or in base58 if the request had
 * `visible` set.
 */
export function addressOfLog(text: string): AddressHex | undefined {
  return /^(?:41)?([0-9a-f]{40})$/i.exec(text)?.[1]?.toLowerCase() ?? parseTronAddress(text);
}

/**
 * The address in a topic of 32 bytes: its last 20. The preceding bytes are ignored, since some contracts leave the
 * prefix 41 there.
 */
export function addressOfTopic(topic: string): AddressHex | undefined {
  return /^[0-9a-f]{24}([0-9a-f]{40})$/i.exec(topic)?.[1]?.toLowerCase();
}

/** Longer than any explorer's link. */
const MAX_TEXT_LENGTH = 500;
const HASH = /(?<![0-9a-z])(?:0x)?([0-9a-f]{64})(?![0-9a-z])/gi;

/**
 * Extracts the transaction hash from pasted text: bare, with 0x, in upper case, or in an explorer's link. Returns
 * 64 digits of lower-case hex; undefined if the text contains no hash, or several.
 */
export function normaliseHash(text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) {
    return undefined;
  }
  const found = new Set([...text.matchAll(HASH)].map(([, hash = ""]) => hash.toLowerCase()));
  const [hash] = found;
  return found.size === 1 ? hash : undefined;
}
