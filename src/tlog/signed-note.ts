import { ed25519 } from "@noble/curves/ed25519.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64, sameBytes, toBase64 } from "./base64.ts";
import { LogFormatError } from "./format-error.ts";
import { isKeyName, keyIdOf } from "./verifier-key.ts";
import type { VerifierKey } from "./verifier-key.ts";

/*
 * Signed notes: a text, and below it lines with the signatures over it (C2SP signed-note 1.0).
 */

/** One signature line of a note. Nothing is proven of it yet. */
export interface NoteSignature {
  readonly name: string;
  /** 4 bytes. */
  readonly keyId: Uint8Array;
  /** What follows the key id. */
  readonly signature: Uint8Array;
}

/** A note that was read, but not checked. */
export interface Note {
  /** What is signed, with its last line break. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Signs with one of the house's or a witness's keys. */
export type Sign = (message: Uint8Array) => Uint8Array;

/** Longer notes are refused before they are looked at. */
const MAX_LENGTH = 100_000;
const MAX_SIGNATURES = 64;
/** A log signs a checkpoint once, and a witness keeps its first signature and its last. */
const MAX_OF_A_KEY = 4;
const DASH = "— ";

/** Reads a note. Throws a LogFormatError. */
export function readNote(note: string): Note {
  const split = note.lastIndexOf("\n\n");
  const isText = note.length <= MAX_LENGTH && note.isWellFormed() && !/[^\n\P{Cc}]/u.test(note);
  if (!isText || split < 0 || !note.endsWith("\n")) {
    throw new LogFormatError("That is no signed note.");
  }
  return {
    text: note.slice(0, split + 1),
    signatures: readSignatures(note.slice(split + 2)),
  };
}

/** Reads signature lines, at least one. Throws a LogFormatError. */
function readSignatures(lines: string): NoteSignature[] {
  const signatures = lines.split("\n").slice(0, -1).map(readSignature);
  if (!lines.endsWith("\n") || signatures.length > MAX_SIGNATURES) {
    throw new LogFormatError(`A note has 1 to ${MAX_SIGNATURES} lines with signatures.`);
  }
  return signatures;
}

function readSignature(line: string): NoteSignature {
  const [name = "", text = "", ...rest] = line.slice(DASH.length).split(" ");
  if (!line.startsWith(DASH) || !isKeyName(name) || rest.length > 0) {
    throw new LogFormatError(`"${line.slice(0, 100)}" is no line with a signature.`);
  }
  const bytes = fromBase64(text);
  if (bytes.length < 5) {
    throw new LogFormatError(`"${line.slice(0, 100)}" has no signature.`);
  }
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
}

/** A note as text. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(signatureLine).join("")}`;
}

/** A signature as a line of a note. */
export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `${DASH}${name} ${toBase64(concatBytes(keyId, signature))}\n`;
}

/** Signs a text, which ends with a line break, by plain Ed25519. */
export function signText(text: string, key: VerifierKey, sign: Sign): NoteSignature {
  return { name: key.name, keyId: keyIdOf(key), signature: sign(utf8ToBytes(text)) };
}

/**
 * Whether a key signed a note by plain Ed25519. Lines of other keys are ignored; one that claims to be
 * this key's and is not makes the whole note worthless.
 */
export function isNoteSignedBy(note: Note, key: VerifierKey): boolean {
  const own = linesOf(note, key);
  return (
    own.length > 0 &&
    own.every(({ signature }) => isEd25519(signature, utf8ToBytes(note.text), key.publicKey))
  );
}

/**
 * The lines of a note that name a key; none where there are too many, which would only cost the time to
 * check them.
 */
export function linesOf({ signatures }: Note, key: VerifierKey): NoteSignature[] {
  const id = keyIdOf(key);
  const own = signatures.filter(({ name, keyId }) => name === key.name && sameBytes(keyId, id));
  return own.length > MAX_OF_A_KEY ? [] : own;
}

/** Whether a signature is right, strictly by RFC 8032, so that every program agrees. Never throws. */
export function isEd25519(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}
