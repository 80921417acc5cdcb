import { readDecimal, toBase64 } from "../../src/tlog/base64.ts";
import { readCheckpoint } from "../../src/tlog/checkpoint.ts";
import { cosignedAtMs } from "../../src/tlog/cosignature.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import type { Witness } from "../../src/tlog/policy.ts";
import { linesOf, readNote, signatureLine } from "../../src/tlog/signed-note.ts";
import type { Fetch } from "../http/fetch.ts";
import { readText } from "../http/read-text.ts";

/** What a witness is asked to cosign. */
export interface CheckpointOffer {
  /** The size it has cosigned last, as far as the house knows. */
  readonly oldSize: number;
  /** That the log only grew since. */
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly checkpoint: string;
}

/** What comes of it. */
export type WitnessAnswer =
  | { readonly kind: "cosigned"; readonly line: string }
  /** The witness has cosigned another size last. */
  | { readonly kind: "conflict"; readonly size: number }
  | { readonly kind: "failed"; readonly words: string };

const TIMEOUT_MS = 10_000;
/** A witness may have several keys, and those of other algorithms are long. */
const MAX_BYTES = 65_536;

/** The body of an `add-checkpoint` request (C2SP tlog-witness). */
export function checkpointRequest({ oldSize, proof, checkpoint }: CheckpointOffer): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join("")}\n${checkpoint}`;
}

/** Asks a witness for its cosignature, and checks the one that it gives. Never rejects. */
export async function addCheckpoint(
  ask: Fetch,
  witness: Witness,
  offer: CheckpointOffer,
): Promise<WitnessAnswer> {
  try {
    const answer = await ask(`${witness.url}/add-checkpoint`, {
      method: "POST",
      body: checkpointRequest(offer),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await readText(answer, MAX_BYTES);
    switch (answer.status) {
      case 200:
        return cosigned(witness, offer.checkpoint, text);
      case 409:
        return { kind: "conflict", size: readDecimal(text.replace(/\n$/, "")) };
      default:
        return { kind: "failed", words: `status ${answer.status}: ${text.slice(0, 200)}` };
    }
  } catch (error) {
    return { kind: "failed", words: String(error).slice(0, 200) };
  }
}

/** The witness's own lines, if they are right. Lines of keys that nobody asked for are dropped. */
function cosigned({ key }: Witness, checkpoint: string, lines: string): WitnessAnswer {
  const note = checkpoint + lines;
  if (cosignedAtMs(readCheckpoint(note), key) === null) {
    throw new LogFormatError("its cosignature is not right");
  }
  const [own] = linesOf(readNote(note), key);
  return { kind: "cosigned", line: own === undefined ? "" : signatureLine(own) };
}
