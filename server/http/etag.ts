import { createHash } from "node:crypto";

/** A weak entity tag of `bytes`: one tag is valid for all encodings of a body. */
export function etagOf(bytes: Uint8Array | string): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Whether an If-None-Match header includes a tag, so that the client already has the response. */
export function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = ifNoneMatch?.split(",").map(opaque) ?? [];
  return tags.includes(opaque(etag)) || tags.includes("*");
}
