import { sha256 as digest } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

/** SHA-256 of bytes that are given in pieces, whoever implements it. Gives 32 bytes. */
export type Sha256 = (...pieces: readonly Uint8Array[]) => Uint8Array;

/** The one that runs anywhere. */
export const sha256: Sha256 = (...pieces) => digest(concatBytes(...pieces));
