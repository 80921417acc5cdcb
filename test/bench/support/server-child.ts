import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a server of the benches reports once it listens. */
export interface Ready {
  readonly port: number;
  /** The machine's time when the server's clock started, epoch ms. */
  readonly startMs: number;
}

export type ServerChild = Awaited<ReturnType<typeof startServerChild>>;

export async function startServerChild(script: string, args: readonly string[]) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(file, args, { execArgv: ["--expose-gc"] });
  async function ask<T>(question?: string): Promise<T> {
    const response = Promise.race([once(child, "message"), once(child, "exit")]);
    if (question !== undefined) {
      child.send(question);
    }
    const [value] = await response;
    if (child.exitCode !== null) {
      throw new Error("The server ended before its time.");
    }
    return value as T;
  }
  return {
    ready: await ask<Ready>(),
    /** Memory held after a garbage collection, bytes. */
    heldBytes: () => ask<number>("held"),
    cpuMs: () => ask<number>("cpu"),
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** In a server script: reports that it listens, then answers questions. */
export function answerParent(ready: Ready): void {
  process.on("message", (question) => {
    process.send?.(question === "held" ? heldBytes() : cpuMs());
  });
  for (const end of ["SIGTERM", "disconnect"]) {
    process.once(end, () => process.exit());
  }
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
