import { QUICKNET } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { isHex, readChain } from "../../src/fairness/read-untrusted.ts";
import { recall, remember } from "./memory.ts";

/** What the reader trusts before anything is checked. */
export interface Trust {
  /** The pinned public keys, 64 hex digits each. */
  readonly pinned: readonly string[];
  /** The chains whose beacons are trusted. */
  readonly chains: readonly BeaconChain[];
}

/** The fields by which the reader says whom to trust. */
export interface TrustFields {
  /** One public key a line. */
  readonly keys: HTMLTextAreaElement;
  /** A chain as its relays describe it at `/info`, or nothing. */
  readonly chains: HTMLTextAreaElement;
}

/** What a field says that cannot be read. */
export interface TrustWords {
  readonly badKeys: string;
  readonly badChains: string;
}

/**
 * Reads the fields. Null, with a word at the field, while one of them cannot be read: a key with a typo
 * must not turn into no key at all, and so into trust in whatever the house shows.
 */
export function readTrust(fields: TrustFields, words: TrustWords): Trust | null {
  const pinned = readKeys(fields.keys, words.badKeys);
  const chains = readChains(fields.chains, words.badChains);
  return pinned === null || chains === null ? null : { pinned, chains };
}

/** Puts back what this browser remembers. */
export function recallTrust({ keys }: TrustFields): void {
  keys.value = recall("keys");
}

function readKeys(field: HTMLTextAreaElement, fault: string): string[] | null {
  const keys = field.value.split(/\s+/).filter((key) => key !== "");
  if (!keys.every((key) => isHex(key, 32))) {
    complain(field, fault);
    return null;
  }
  field.setCustomValidity("");
  remember("keys", keys.join("\n"));
  return keys;
}

/** Quicknet, and the chain in the field. */
function readChains(field: HTMLTextAreaElement, fault: string): BeaconChain[] | null {
  const text = field.value.trim();
  field.setCustomValidity("");
  if (text === "") {
    return [QUICKNET];
  }
  try {
    return [QUICKNET, readChain(JSON.parse(text))];
  } catch {
    complain(field, fault);
    return null;
  }
}

/** Shows what is wrong with a field, which may be folded away. */
function complain(field: HTMLTextAreaElement, fault: string): void {
  field.setCustomValidity(fault);
  field.closest("details")?.setAttribute("open", "");
  field.reportValidity();
}
