import { createPoster } from "../webhooks/post.ts";
import type { PostResult, WebhookInput } from "../webhooks/post.ts";

/** The simulated failures, each with its default delay in ms; 0 if it delays nothing. */
export const FAILURES = {
  maintenance: 0,
  unavailable: 0,
  slow: 3_000,
  "no-streams": 0,
  "duplicate-webhooks": 0,
  "late-webhooks": 5_000,
} as const;

export type Failure = keyof typeof FAILURES;

/** The active failures, with their delays in ms. */
export type Failures = Map<Failure, number>;

/**
 * Sends a sandbox's webhooks, signed with the machine's time, which receivers check, and twice or late if that failure
 * is active.
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
