import type { PostAnswer, PostOptions, PostOrder } from "../../server/webhooks/post.ts";

/** What hosts get for `server/webhooks/post.ts`: the call goes through the network of the world. Never rejects. */
export async function post(
  { url, headers, body }: PostOrder,
  { timeoutMs, steady }: PostOptions,
): Promise<PostAnswer> {
  const startMs = steady();
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = (status: number | null, fault: PostAnswer["fault"]): PostAnswer => ({
    status,
    fault,
    durationMs: Math.round(steady() - startMs),
  });
  try {
    const { status } = await fetch(url, { method: "POST", headers: { ...headers }, body, signal });
    return ended(status, null);
  } catch {
    return ended(null, signal.aborted ? "timeout" : "connection");
  }
}
