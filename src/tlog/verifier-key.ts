import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64, toBase64 } from "./base64.ts";
import { LogFormatError } from "./format-error.ts";

/*
 * The keys that sign notes, as C2SP signed-note 1.0 writes them: <name>+<key id in hex>+<base64 of type and key>.
 */

/** Signature types of signed-note: plain Ed25519, and Ed25519 with a time (tlog-cosignature). */
export const ED25519 = 0x01;
export const COSIGNATURE = 0x04;

/** A key that may sign notes. */
export interface VerifierKey {
  /** Who signs: for a log its origin. */
  readonly name: string;
  /** {@link ED25519} or {@link COSIGNATURE}. */
  readonly type: number;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** The key id: the first four bytes of a hash over name, type and key. */
export function keyIdOf({ name, type, publicKey }: VerifierKey): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4);
}

/** The text of a key, for settings and policies. */
export function formatVerifierKey(key: VerifierKey): string {
  const material = concatBytes(Uint8Array.of(key.type), key.publicKey);
  return `${key.name}+${bytesToHex(keyIdOf(key))}+${toBase64(material)}`;
}

/** Reads the text of a key of one type. Throws a LogFormatError for any other, and for a wrong key id. */
export function readVerifierKey(text: string, type: number): VerifierKey {
  // The key itself may hold a plus, the name may not.
  const [, name = "", id, material = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(text) ?? [];
  const bytes = fromBase64(material);
  if (!isKeyName(name) || bytes.length !== 33 || bytes[0] !== type) {
    const kind = type === ED25519 ? "log" : "witness";
    throw new LogFormatError(`"${text.slice(0, 200)}" is not the verifier key of a ${kind}.`);
  }
  const key = { name, type, publicKey: bytes.slice(1) };
  if (bytesToHex(keyIdOf(key)) !== id) {
    throw new LogFormatError(`The key id of "${text.slice(0, 200)}" is not that of its key.`);
  }
  return key;
}

/** Whether a name can stand in a signature line. */
export function isKeyName(name: string): boolean {
  return name !== "" && !/[\s+\p{Cc}]/u.test(name);
}
