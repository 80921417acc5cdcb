import { createPoster } from "../webhooks/post.ts";
import type { PostResult, WebhookInput } from "../webhooks/post.ts";
import type { Failures } from "./failures.ts";

/**
 * Sends the webhooks of a sandbox: signed by the machine's clock, which receivers check, and twice or late if that
 * failure is active.
 */
export type SandboxPoster = ReturnType<typeof sandboxPoster>;

/** @param now the machine's clock, epoch ms. */
export function sandboxPoster(now: () => number, failures: Failures) {
  const waiting = new Set<NodeJS.Timeout>();
  let poster = createPoster(true);

  async function send(input: WebhookInput): Promise<PostResult> {
    const signed = () => ({ ...input, sentAtMs: now() });
    const result = await poster.post(signed());
    return failures.has("duplicate-webhooks") ? poster.post(signed()) : result;
  }

  return {
    async post(input: WebhookInput): Promise<PostResult> {
      const lateMs = failures.get("late-webhooks");
      if (lateMs === undefined) {
        return send(input);
      }
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void send(input);
      }, lateMs);
      waiting.add(timer);
      return { status: 202, fault: null, durationMs: 0 };
    },
    /** Interrupts running calls, as the service does when it restarts. */
    stop(): void {
      poster.stop();
      poster = createPoster(true);
    },
    dropHeld(): void {
      waiting.forEach((timer) => clearTimeout(timer));
      waiting.clear();
    },
  };
}
