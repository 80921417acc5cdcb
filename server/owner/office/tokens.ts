import { createHash } from "node:crypto";
import { randomBase62 } from "../../access/base62.ts";

const LENGTH = 32;

/** A token that nobody can guess: 190 random bits. */
export function newToken(): string {
  return randomBase62(LENGTH);
}

/** What is stored of a token: it recognizes it, and opens nothing. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
