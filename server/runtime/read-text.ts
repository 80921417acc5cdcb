/**
 * Reads a body as text. Rejects with a RangeError as soon as the body is longer than `maxBytes`, and with the
 * connection's error if the body ends too early.
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new RangeError("The text is too long.");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
