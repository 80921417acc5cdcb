import { Worker } from "node:worker_threads";
import type { PostAnswer } from "./post.ts";

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

/** Sends webhooks. */
export interface Poster {
  /** Never rejects. */
  post(order: WebhookOrder): Promise<PostAnswer>;
  /** Interrupts the calls under way. */
  stop(): Promise<void>;
}

/** What the thread is started with. */
export interface PosterSettings {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
}

/** From the lookup of the name to the end of the answer. */
export const POST_TIMEOUT_MS = 10_000;

/** The most memory of the thread, MB: 600 calls that hang need some 40. */
const MAX_HEAP_MB = 192;
const INTERRUPTED: PostAnswer = { status: null, fault: "interrupted", durationMs: 0 };

/**
 * Signs and sends in a thread of its own: handshakes, signatures and receivers that trickle take no time
 * from the loop that answers requests. The thread starts with the first call, and again if it ends.
 */
export function createPoster(settings: PosterSettings): Poster {
  const open = new Map<number, (answer: PostAnswer) => void>();
  /** Orders of this turn of the loop, which go to the thread together. */
  let gathered: PostedOrder[] = [];
  let thread: Worker | undefined;
  let isStopped = false;
  let number = 0;

  function start(): Worker {
    const started = new Worker(new URL("./post-thread.ts", import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    started.unref();
    started.on("message", (answers: readonly PostedAnswer[]) => {
      for (const { call, answer } of answers) {
        open.get(call)?.(answer);
        open.delete(call);
      }
    });
    // An error is followed by the exit.
    started.on("error", () => {});
    started.on("exit", () => {
      if (thread === started) {
        thread = undefined;
        interrupt();
      }
    });
    return started;
  }

  function hand(order: PostedOrder): void {
    gathered.push(order);
    if (gathered.length === 1) {
      setImmediate(() => {
        const orders = gathered;
        gathered = [];
        if (orders.length > 0) {
          thread ??= start();
          thread.postMessage(orders);
        }
      });
    }
  }

  function interrupt(): void {
    gathered = [];
    for (const end of open.values()) {
      end(INTERRUPTED);
    }
    open.clear();
  }

  return {
    post(order) {
      if (isStopped) {
        return Promise.resolve(INTERRUPTED);
      }
      number += 1;
      const { promise, resolve } = Promise.withResolvers<PostAnswer>();
      open.set(number, resolve);
      hand({ call: number, order });
      return promise;
    },
    async stop() {
      isStopped = true;
      interrupt();
      await thread?.terminate();
    },
  };
}

/** What goes to the thread and what comes back, several together: each message costs the loop some 20 us. */
export interface PostedOrder {
  readonly call: number;
  readonly order: WebhookOrder;
}
export interface PostedAnswer {
  readonly call: number;
  readonly answer: PostAnswer;
}
