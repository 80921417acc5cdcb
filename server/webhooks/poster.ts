import { resolveBySystem, resolvePublic } from "./addresses.ts";
import { post } from "./post.ts";
import type { PostAnswer } from "./post.ts";
import { signedHeaders } from "./signature.ts";

/** A webhook to send. It is signed when it is sent. */
export interface WebhookOrder {
  readonly url: string;
  /** The id of the webhook. */
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** The service's clock, epoch ms. */
  readonly sentAtMs: number;
}

/** Signs and sends webhooks. */
export interface Poster {
  /** Never rejects. */
  post(order: WebhookOrder): Promise<PostAnswer>;
  /** Waits for nothing: calls under way end as interrupted, and no more are made. */
  stop(): void;
}

export interface PosterSettings {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
}

/** From the lookup of the name to the end of the answer. */
export const POST_TIMEOUT_MS = 10_000;

/** How a call ends that is stopped, or whose thread has ended. */
export const INTERRUPTED: PostAnswer = { status: null, fault: "interrupted", durationMs: 0 };

export function createPoster({ allowPrivate, timeoutMs }: PosterSettings): Poster {
  const resolve = allowPrivate ? resolveBySystem : resolvePublic();
  const options = { resolve, allowPrivate, timeoutMs, steady: () => performance.now() };
  const open = new Set<(answer: PostAnswer) => void>();
  let isStopped = false;

  return {
    async post({ url, id, body, secrets, sentAtMs }) {
      if (isStopped) {
        return INTERRUPTED;
      }
      const headers = signedHeaders(id, body, secrets, sentAtMs);
      const ended = Promise.withResolvers<PostAnswer>();
      open.add(ended.resolve);
      void post({ url, headers, body }, options).then(ended.resolve);
      const answer = await ended.promise;
      open.delete(ended.resolve);
      return answer;
    },
    stop() {
      isStopped = true;
      open.forEach((end) => end(INTERRUPTED));
    },
  };
}
