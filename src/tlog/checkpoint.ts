import { readDecimal, readHash, toBase64 } from "./base64.ts";
import { LogFormatError } from "./format-error.ts";
import { formatNote, isNoteSignedBy, readNote, signText } from "./signed-note.ts";
import type { Note, Sign } from "./signed-note.ts";
import type { VerifierKey } from "./verifier-key.ts";

/*
 * Checkpoints: what a log says of itself at one size (C2SP tlog-checkpoint 1.0).
 */

/** A log at one size. */
export interface TreeHead {
  /** How many entries it has. */
  readonly size: number;
  /** The root of the tree over them, 32 bytes. */
  readonly root: Uint8Array;
}

/** A checkpoint that was read. `note` tells who signed it. */
export interface Checkpoint extends TreeHead {
  /** The name of the log. */
  readonly origin: string;
  readonly note: Note;
}

/** The text of a checkpoint, which is what is signed. */
function checkpointText(origin: string, { size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Signs a checkpoint as its log. `key` has the origin as its name. */
export function signCheckpoint(head: TreeHead, key: VerifierKey, sign: Sign): string {
  const text = checkpointText(key.name, head);
  return formatNote({ text, signatures: [signText(text, key, sign)] });
}

/** Reads a checkpoint, whoever signed it. Throws a LogFormatError. */
export function readCheckpoint(text: string): Checkpoint {
  const note = readNote(text);
  const [origin = "", size = "", root = "", ...extensions] = note.text.split("\n").slice(0, -1);
  if (origin === "" || extensions.includes("")) {
    throw new LogFormatError("A checkpoint has an origin, and no empty lines.");
  }
  return { origin, size: readDecimal(size), root: readHash(root), note };
}

/** Whether a checkpoint is of a log, and signed by it. */
export function isCheckpointOf({ origin, note }: Checkpoint, log: VerifierKey): boolean {
  return origin === log.name && isNoteSignedBy(note, log);
}
