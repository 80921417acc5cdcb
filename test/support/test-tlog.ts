import { ed25519 } from "@noble/curves/ed25519.js";
import { logEntryOf } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { signCheckpoint } from "../../src/tlog/checkpoint.ts";
import { cosign } from "../../src/tlog/cosignature.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { policyText } from "../../src/tlog/policy.ts";
import { readNote, signatureLine } from "../../src/tlog/signed-note.ts";
import type { Sign } from "../../src/tlog/signed-note.ts";
import { formatTlogProof } from "../../src/tlog/tlog-proof.ts";
import { COSIGNATURE, ED25519 } from "../../src/tlog/verifier-key.ts";
import type { VerifierKey } from "../../src/tlog/verifier-key.ts";
import { SIGNING_KEY } from "./test-proofs.ts";

/** Somebody who signs. */
export interface Signer {
  readonly key: VerifierKey;
  /** The private key, 32 bytes. */
  readonly secretKey: Uint8Array;
  readonly sign: Sign;
}

function signer(secretKey: Uint8Array, name: string, type: number): Signer {
  return {
    key: { name, type, publicKey: ed25519.getPublicKey(secretKey) },
    secretKey,
    sign: (message) => ed25519.sign(message, secretKey),
  };
}

/** The house of the tests' proofs, as it signs checkpoints. */
export const HOUSE = signer(SIGNING_KEY, "games.example.com/log", ED25519);

/** The house's key for a log of any name. */
export function logKey(origin: string): VerifierKey {
  return { ...HOUSE.key, name: origin };
}

/** Three witnesses. */
export const WITNESSES: readonly Signer[] = [1, 2, 3].map((number) =>
  signer(new Uint8Array(32).fill(100 + number), `witness.example/w${number}`, COSIGNATURE),
);

/**
 * The tlog-proof of a header in a log of three entries, cosigned at a time (s since 1970) by some.
 *
 * @param index which entry is proven; the header is number 1.
 */
export function cosignedProof(
  header: SignedHeader,
  timeS: number,
  by: readonly Signer[],
  index = 1,
): string {
  const leaves = [new Uint8Array(32), leafHash(logEntryOf(header)), new Uint8Array(32).fill(1)];
  const tree = new LogTree(leaves);
  const checkpoint = signCheckpoint({ size: 3, root: tree.root() }, HOUSE.key, HOUSE.sign);
  const { text } = readNote(checkpoint);
  const lines = by.map(({ key, sign }) => signatureLine(cosign(text, timeS, key, sign)));
  return formatTlogProof(index, tree.inclusionProof(index), checkpoint + lines.join(""));
}

/** A policy that believes the house's log and so many of the witnesses. */
export function policyOf(needed: number): string {
  const witnesses = WITNESSES.map(({ key }) => ({ key, url: undefined }));
  return policyText(HOUSE.key, witnesses, needed);
}
