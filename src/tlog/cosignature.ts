import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { u64 } from "../round/bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { isEd25519, linesOf } from "./signed-note.ts";
import type { NoteSignature, Sign } from "./signed-note.ts";
import { keyIdOf } from "./verifier-key.ts";
import type { VerifierKey } from "./verifier-key.ts";

/*
 * Cosignatures: a witness has seen that a log only grew until this checkpoint, and when (C2SP
 * tlog-cosignature 1.0, its Ed25519 form).
 */

/** The bytes of the time, and of the signature after it. */
const LENGTH = 8 + 64;

/** What a witness signs of a checkpoint's text at a time, in s since 1970. */
function cosignedMessage(text: string, timeS: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${timeS}\n${text}`);
}

/** Cosigns a checkpoint's text at a time, in s since 1970. */
export function cosign(
  text: string,
  timeS: number,
  witness: VerifierKey,
  sign: Sign,
): NoteSignature {
  const signature = concatBytes(u64(timeS), sign(cosignedMessage(text, timeS)));
  return { name: witness.name, keyId: keyIdOf(witness), signature };
}

/**
 * When a witness first cosigned a checkpoint, in ms since 1970; null when it did not. One wrong signature
 * under its name makes all of its lines worthless.
 */
export function cosignedAtMs({ note }: Checkpoint, witness: VerifierKey): number | null {
  const own = linesOf(note, witness);
  const times = own.map(({ signature }) => timeOf(signature, note.text, witness));
  return times.length === 0 || times.includes(null) ? null : Math.min(...(times as number[]));
}

function timeOf(signature: Uint8Array, text: string, { publicKey }: VerifierKey): number | null {
  if (signature.length !== LENGTH) {
    return null;
  }
  const view = new DataView(signature.buffer, signature.byteOffset);
  const timeS = Number(view.getBigUint64(0));
  const isTime = timeS > 0 && Number.isSafeInteger(timeS * 1_000);
  return isTime && isEd25519(signature.subarray(8), cosignedMessage(text, timeS), publicKey)
    ? timeS * 1_000
    : null;
}
