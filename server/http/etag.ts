import { createHash } from "node:crypto";

/** The entity tag of bytes. It is weak: one stands for all encodings of a text. */
export function etagOf(bytes: Uint8Array | string): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Whether an If-None-Match names a tag, so that the client has what it would be sent. */
export function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = ifNoneMatch?.split(",").map(opaque) ?? [];
  return tags.includes(opaque(etag)) || tags.includes("*");
}
