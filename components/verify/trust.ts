import { QUICKNET } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { isHex, readChain } from "../../src/fairness/read-untrusted.ts";
import { readPolicy } from "../../src/tlog/policy.ts";
import type { Policy } from "../../src/tlog/policy.ts";
import { recall, remember } from "./memory.ts";

/** What the reader trusts before anything is checked. */
export interface Trust {
  /** The pinned public keys, 64 hex digits each. */
  readonly pinned: readonly string[];
  /** The chains whose beacons are trusted. */
  readonly chains: readonly BeaconChain[];
  /** Whom the reader believes of the log's witnesses; null: nobody. */
  readonly policy: Policy | null;
}

/** The fields by which the reader says whom to trust. */
export interface TrustFields {
  /** One public key a line. */
  readonly keys: HTMLTextAreaElement;
  /** A policy of witnesses, or nothing. */
  readonly policy: HTMLTextAreaElement;
  /** A chain as its relays describe it at `/info`, or nothing. */
  readonly chains: HTMLTextAreaElement;
}

/** What a field says that cannot be read. */
export interface TrustWords {
  readonly badKeys: string;
  readonly badPolicy: string;
  readonly badChains: string;
}

/**
 * Reads the fields. Null, with a word at the field, while one of them cannot be read: a key with a typo
 * must not turn into no key at all, and so into trust in whatever the house shows.
 */
export function readTrust(fields: TrustFields, words: TrustWords): Trust | null {
  const pinned = readKeys(fields.keys, words.badKeys);
  const chains = readChains(fields.chains, words.badChains);
  const policy = readPolicyField(fields.policy, words.badPolicy);
  return pinned === null || chains === null || policy === undefined
    ? null
    : { pinned, chains, policy };
}

/** Puts back what this browser remembers. */
export function recallTrust({ keys, policy }: TrustFields): void {
  keys.value = recall("keys");
  policy.value = recall("policy");
}

/** The policy that this browser remembers; null: none. */
export function keptPolicy(): Policy | null {
  return readPolicyText(recall("policy")) ?? null;
}

/** The policy in the field, null for an empty one; undefined, with a word at the field, for what is none. */
function readPolicyField(field: HTMLTextAreaElement, fault: string): Policy | null | undefined {
  const policy = readPolicyText(field.value);
  if (policy === undefined) {
    complain(field, fault);
    return undefined;
  }
  field.setCustomValidity("");
  remember("policy", field.value);
  return policy;
}

function readPolicyText(text: string): Policy | null | undefined {
  if (text.trim() === "") {
    return null;
  }
  try {
    return readPolicy(text);
  } catch {
    return undefined;
  }
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
