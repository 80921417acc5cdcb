import { Worker } from "node:worker_threads";
import type { Log } from "../runtime/log.ts";
import { steadyMs } from "../runtime/steady.ts";
import { threadCalls } from "../runtime/thread-calls.ts";
import type { ThreadCalls } from "../runtime/thread-calls.ts";
import type { StorePlace } from "../store/store.ts";
import { INTERRUPTED } from "./poster.ts";
import type { PosterSettings } from "./poster.ts";
import type { RestartedSender, Sender, SenderHost } from "./sender.ts";

/** What the thread is started with. */
export interface SenderThreadData extends PosterSettings {
  readonly place: StorePlace;
  readonly vaultKey: Uint8Array;
}

/** What the thread does. Each `begin` brings the time. */
export interface SenderThread extends Omit<Sender, "begin"> {
  begin(
    order: Parameters<Sender["begin"]>[0] & {
      readonly clock: { readonly nowMs: number; readonly atMs: number };
    },
  ): ReturnType<Sender["begin"]>;
}

export interface ThreadedSenderDeps {
  readonly data: () => Promise<SenderThreadData>;
  readonly host: SenderHost;
  readonly now: () => number;
  readonly log: Log;
  /** Called when the thread has ended by itself. What it knew is lost but for what it had noted. */
  readonly onEnd: () => void;
  /** How long no other thread is started then, ms. */
  readonly restMs: number;
}

/** The most memory of the thread, MB: 1,000 endpoints, of which 300 hang, need some 60. */
const MAX_HEAP_MB = 256;

/**
 * Sends in a thread of its own, so that handshakes, signatures, receivers that trickle and what is written
 * of all that take no time from the loop that answers requests. The thread starts with the first call.
 */
export function createThreadedSender(deps: ThreadedSenderDeps): RestartedSender {
  let running: { readonly thread: Worker; readonly calls: ThreadCalls<SenderThread> } | undefined;
  let restsUntilMs = -Infinity;
  let isStopped = false;

  async function calls(): Promise<ThreadCalls<SenderThread>> {
    const data = await deps.data();
    if (isStopped || !isReady()) {
      throw new Error("The thread that sends webhooks has ended.");
    }
    running ??= start(data);
    return running.calls;
  }

  function start(workerData: SenderThreadData) {
    const thread = new Worker(new URL("./sender-thread.ts", import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    thread.unref();
    const started = { thread, calls: threadCalls<SenderHost, SenderThread>(thread, deps.host) };
    let cause: unknown;
    // An error is followed by the exit.
    thread.on("error", (error) => (cause = error));
    thread.on("exit", (code) => {
      running = undefined;
      if (!isStopped) {
        restsUntilMs = steadyMs() + deps.restMs;
        deps.log("webhook thread ended", { cause: String(cause ?? `exit code ${code}`) });
        deps.onEnd();
      }
      started.calls.end(new Error("The thread that sends webhooks has ended."));
    });
    return started;
  }

  function isReady(): boolean {
    return steadyMs() >= restsUntilMs;
  }

  return {
    isReady,
    post: async (order) => {
      try {
        return await (await calls()).call("post", order);
      } catch {
        return INTERRUPTED;
      }
    },
    load: async (isAnew) => (await calls()).call("load", isAnew),
    async begin(order) {
      const clock = { nowMs: deps.now(), atMs: steadyMs() };
      return (await calls()).call("begin", { ...order, clock });
    },
    pause: async () => running?.calls.call("pause", undefined),
    forget: async () => running?.calls.call("forget", undefined),
    note: async () => running?.calls.call("note", undefined),
    waiting: async () => running?.calls.call("waiting", undefined) ?? 0,
    async stop() {
      isStopped = true;
      // Until it has stopped, it keeps the process alive.
      running?.thread.ref();
      await running?.calls.call("stop", undefined).catch(() => {});
      await running?.thread.terminate();
    },
  };
}
