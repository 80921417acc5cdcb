import { sameBytes } from "../tlog/base64.ts";
import type { TreeHead } from "../tlog/checkpoint.ts";
import { LogFormatError } from "../tlog/format-error.ts";
import { buildTree, leafHash, rootOf } from "../tlog/merkle.ts";
import { isOfKnownLog, witnessedAtMs } from "../tlog/policy.ts";
import type { Policy } from "../tlog/policy.ts";
import { includes, readTlogProof } from "../tlog/tlog-proof.ts";
import type { TlogProof } from "../tlog/tlog-proof.ts";
import { iso } from "./check-header.ts";
import { checked } from "./check-names.ts";
import type { Check } from "./check-names.ts";
import { logEntryOf } from "./header.ts";
import type { SignedHeader } from "./header.ts";

/*
 * Since when others than the house know what was promised. Without that, the house could sign a day
 * afterwards and write an old time on it.
 */

/** What witnesses say of a header. */
export interface WitnessEvidence {
  /** Whom the verifier believes. It comes from the verifier, never from the house. */
  readonly policy: Policy;
  /** The tlog-proof of the header as the house gives it; null when it has none. */
  readonly proof: string | null;
}

/** A head of the log that somebody published outside the house. */
export interface LineEvidence {
  readonly head: TreeHead;
  /** Since when the verifier knows that it is public, epoch ms. */
  readonly publishedAtMs: number;
  /** The hashes of the log's leaves as the house gives them, at least as many as the head has. */
  readonly leaves: readonly Uint8Array[];
}

/** What says when a header was promised. What is left out was not asked for. */
export interface TimeEvidence {
  readonly witnesses?: WitnessEvidence;
  readonly line?: LineEvidence;
}

/** Checks that a header was known outside the house before a round opened (epoch ms). */
export type CheckTime = (header: SignedHeader, opensAtMs: number) => Check;

/** A check by this evidence. Whoever has none need not load what it takes. */
export function witnessedBy(evidence: TimeEvidence): CheckTime {
  return (header, opensAtMs) => checkWitnessed(header, opensAtMs, evidence);
}

function checkWitnessed(
  header: SignedHeader,
  opensAtMs: number,
  { witnesses, line }: TimeEvidence,
): Check {
  const leaf = leafHash(logEntryOf(header));
  const byLine = line === undefined ? undefined : lineCheck(line, leaf, opensAtMs);
  // One of them is enough, and a false one refutes whatever the other says.
  if (witnesses === undefined || byLine?.status === "fail") {
    return byLine ?? checked("witnessed-unasked");
  }
  const byWitnesses = witnessCheck(witnesses, leaf, opensAtMs);
  return byLine?.status === "pass" && byWitnesses.status !== "fail" ? byLine : byWitnesses;
}

function witnessCheck(
  { policy, proof: text }: WitnessEvidence,
  leaf: Uint8Array,
  opensAtMs: number,
): Check {
  if (text === null) {
    return checked("witnessed-missing");
  }
  const proof = readProof(text);
  if (proof === null || !includes(proof, leaf)) {
    return checked("witnessed-wrong");
  }
  const { checkpoint, index } = proof;
  const values = {
    log: checkpoint.origin,
    index: String(index),
    size: String(checkpoint.size),
    opensAt: iso(opensAtMs),
  };
  const atMs = isOfKnownLog(policy, checkpoint) ? witnessedAtMs(policy, checkpoint) : null;
  if (atMs === null) {
    return checked("witnessed-by-few", values);
  }
  const witnessedAt = iso(atMs);
  return checked(atMs < opensAtMs ? "witnessed-before" : "witnessed-after", {
    ...values,
    witnessedAt,
  });
}

function readProof(text: string): TlogProof | null {
  try {
    return readTlogProof(text);
  } catch (error) {
    if (!(error instanceof LogFormatError)) {
      throw error;
    }
    return null;
  }
}

function lineCheck(
  { head, publishedAtMs, leaves }: LineEvidence,
  leaf: Uint8Array,
  opensAtMs: number,
): Check {
  const witnessedAt = iso(publishedAtMs);
  const values = { size: String(head.size), witnessedAt, opensAt: iso(opensAtMs) };
  const known = leaves.slice(0, head.size);
  // The house now shows another log than the one that the line fixes: it rewrote what it had signed.
  const isSame =
    known.length === head.size &&
    (head.size === 0 || sameBytes(rootOf(buildTree(known)), head.root));
  if (!isSame) {
    return checked("witnessed-rewritten", values);
  }
  if (!known.some((each) => sameBytes(each, leaf))) {
    return checked("witnessed-not-yet", values);
  }
  return checked(publishedAtMs < opensAtMs ? "witnessed-line" : "witnessed-after", values);
}
