import { createHash } from "node:crypto";
import { readDecimal, readHash, sameBytes } from "../../src/tlog/base64.ts";
import { isCheckpointOf, readCheckpoint } from "../../src/tlog/checkpoint.ts";
import type { Checkpoint } from "../../src/tlog/checkpoint.ts";
import { isConsistent } from "../../src/tlog/consistency.ts";
import { cosign } from "../../src/tlog/cosignature.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { formatNote, linesOf, signatureLine } from "../../src/tlog/signed-note.ts";
import type { Sign } from "../../src/tlog/signed-note.ts";
import type { VerifierKey } from "../../src/tlog/verifier-key.ts";
import type { WitnessState } from "./state.ts";

/*
 * A witness (C2SP tlog-witness): it signs that a log only grew since it last looked, and when that was. It
 * keeps one tree head for each log, and needs nothing else of it.
 */

/** An answer to a request. */
export interface WitnessReply {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly text: string;
  /** Plain text if absent. */
  readonly contentType?: string;
}

export interface Witness {
  /** Answers `add-checkpoint`. Throws when the state cannot be kept: then nothing is signed. */
  addCheckpoint(body: string): WitnessReply;
  /** The last cosigned checkpoint of a log, by the SHA-256 of its origin in hex. */
  checkpoint(originHash: string): WitnessReply;
}

export interface WitnessOptions {
  readonly key: VerifierKey;
  readonly sign: Sign;
  /** The logs that it knows. Several keys may have one origin. */
  readonly logs: readonly VerifierKey[];
  readonly state: Pick<WitnessState, "of" | "keep">;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The empty tree's root: the hash of nothing. */
const EMPTY_ROOT = createHash("sha256").digest();
const MAX_PROOF = 63;
/** A checkpoint that is only signed anew is not written to the disk more often. */
const KEEP_MS = 300_000;

export function createWitness({ key, sign, logs, state, now }: WitnessOptions): Witness {
  // It never waits between looking at the old size and keeping the new one, so no two requests see the same.
  function judge(body: string): WitnessReply {
    const request = readRequest(body);
    if (request === null) {
      return refusal(400, "Send an old size, a proof and a checkpoint, as tlog-witness says.");
    }
    const { oldSize, proof, checkpoint } = request;
    const known = logs.filter(({ name }) => name === checkpoint.origin);
    if (known.length === 0) {
      return refusal(404, "This witness does not know that log. Ask who runs it.");
    }
    const log = known.find((each) => isCheckpointOf(checkpoint, each));
    if (log === undefined) {
      return refusal(403, "The checkpoint is not signed by the log's key.");
    }
    if (oldSize > checkpoint.size) {
      return refusal(400, "The old size is larger than the checkpoint's.");
    }
    const last = state.of(checkpoint.origin);
    if (oldSize !== (last?.size ?? 0)) {
      const contentType = "text/x.tlog.size";
      return { status: 409, text: `${last?.size ?? 0}\n`, contentType };
    }
    const old = { size: oldSize, root: last?.root ?? EMPTY_ROOT };
    const isEmpty = checkpoint.size === 0 && !sameBytes(checkpoint.root, EMPTY_ROOT);
    if (isEmpty || !isConsistent(old, checkpoint, proof)) {
      return refusal(422, "The proof does not lead from the old tree to this one.");
    }
    return cosigned(checkpoint, log);
  }

  function cosigned(checkpoint: Checkpoint, log: VerifierKey): WitnessReply {
    const { origin, size, root, note } = checkpoint;
    const atMs = now();
    const cosignature = cosign(note.text, Math.floor(atMs / 1_000), key, sign);
    const reply = { status: 200, text: signatureLine(cosignature) } as const;
    const last = state.of(origin);
    // Anybody can send a log's newest checkpoint over and over: that must not keep the disk busy.
    if (last?.size === size && atMs >= last.atMs && atMs - last.atMs < KEEP_MS) {
      return reply;
    }
    // Only signatures that were checked are passed on.
    const signatures = [...linesOf(note, log), cosignature];
    state.keep(origin, { size, root, checkpoint: formatNote({ ...note, signatures }), atMs });
    return reply;
  }

  return {
    addCheckpoint: judge,
    checkpoint(originHash) {
      const origin = logs.map(({ name }) => name).find((name) => hashOf(name) === originHash);
      const last = origin === undefined ? undefined : state.of(origin);
      return last === undefined
        ? refusal(404, "This witness has cosigned no such log.")
        : { status: 200, text: last.checkpoint };
    },
  };
}

function hashOf(origin: string): string {
  return createHash("sha256").update(origin).digest("hex");
}

function refusal(status: WitnessReply["status"], words: string): WitnessReply {
  return { status, text: `${words}\n` };
}

interface CheckpointRequest {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  readonly checkpoint: Checkpoint;
}

/** The parts of a request; null for what is none. */
function readRequest(body: string): CheckpointRequest | null {
  const end = body.indexOf("\n\n");
  const [old = "", ...proof] = body.slice(0, Math.max(0, end)).split("\n");
  if (!old.startsWith("old ") || proof.length > MAX_PROOF) {
    return null;
  }
  try {
    return {
      oldSize: readDecimal(old.slice("old ".length)),
      proof: proof.map(readHash),
      checkpoint: readCheckpoint(body.slice(end + 2)),
    };
  } catch (error) {
    if (!(error instanceof LogFormatError)) {
      throw error;
    }
    return null;
  }
}
