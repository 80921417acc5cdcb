import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ServerChild<Ready> {
  readonly ready: Ready;
  /** Memory held after a garbage collection, bytes. */
  heldBytes(): Promise<number>;
  cpuMs(): Promise<number>;
  /** Stops it, and resolves with the time that took, ms. */
  stop(): Promise<number>;
}

export interface Listening {
  port: number;
}

export async function startServerChild<Ready extends Listening>(
  script: string,
  args: readonly string[],
): Promise<ServerChild<Ready>> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(file, args, { execArgv: ["--expose-gc"] });
  const ready = await answerOf<Ready>(child);
  async function ask(question: string): Promise<number> {
    const response = answerOf<number>(child);
    child.send(question);
    return response;
  }
  return {
    ready,
    heldBytes: () => ask("held"),
    cpuMs: () => ask("cpu"),
    async stop() {
      const startMs = performance.now();
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
      return performance.now() - startMs;
    },
  };
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const listening = new AbortController();
  const { signal } = listening;
  const gone = once(child, "exit", { signal }).then(() => {
    throw new Error("The server ended before its time.");
  });
  try {
    const [response] = await Promise.race([once(child, "message", { signal }), gone]);
    return response as T;
  } finally {
    listening.abort();
  }
}

/** In a server script: reports that it listens, then answers questions. */
export function answerParent<Ready extends Listening>(
  ready: Ready,
  stop: () => Promise<void>,
): void {
  process.on("message", (question) => {
    process.send?.(question === "held" ? heldBytes() : cpuMs());
  });
  process.once("SIGTERM", () => void stop().then(() => process.exit()));
  process.once("disconnect", () => process.exit());
  process.send?.(ready);
}

function heldBytes(): number {
  // Memory freed by finalizers is collected in a later pass.
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
