import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { programEnv } from "./program-env.ts";
import { shared } from "./shared.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000;

type Env = Readonly<Record<string, string>>;

export type ServerProcess = Awaited<ReturnType<typeof openServer>>;

/** Starts a server, stopped after the test. `filesMax` is its open-file limit, including connections. */
export function startServer(env: Env = {}, filesMax?: number): Promise<ServerProcess> {
  return openServer(env, onTestFinished, filesMax);
}

export const sharedServer = (env: Env): (() => ServerProcess) =>
  shared((closing) => openServer(env, (end) => closing.defer(end)));

/** Starts a server on a free port and a new data folder. `defer` registers cleanups, which run in reverse order. */
async function openServer(env: Env, defer: (end: () => Promise<void>) => void, filesMax?: number) {
  const folder = await mkdtemp(join(tmpdir(), "tableside-"));
  // A killed server's database might still be removing its files.
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataDir = env["DATA_DIR"] ?? folder;
  const limit = filesMax === undefined ? "" : `ulimit -n ${filesMax} && `;
  const child = spawn("sh", ["-c", `${limit}exec "${process.execPath}" server/main.ts`], {
    cwd: ROOT,
    // A first start asks a relay whether drand mode would work; a test must not send requests outside.
    env: {
      ...programEnv,
      HOST: "127.0.0.1",
      PORT: "0",
      DRAND_RELAYS: "http://127.0.0.1:1",
      ...env,
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const closed = once(child, "close");
  defer(async () => {
    child.kill("SIGKILL");
    await closed;
  });

  async function untilPrinted(text: string): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (!stdout.includes(text)) {
      const end = child.exitCode ?? child.signalCode;
      if (end !== null) {
        throw new Error(`The server ended with ${end}: ${stderr}`);
      }
      await Promise.race([once(child.stdout, "data", { signal }), closed]);
    }
  }

  /** Resolves with its exit code; null if a signal ended it. */
  async function ended(): Promise<number | null> {
    await closed;
    return child.exitCode;
  }

  await untilPrinted('"event":"listening"');
  const [, address = ""] = /"event":"listening","address":"([^"]*)"/.exec(stdout) ?? [];
  return {
    child,
    address,
    dataDir,
    stdout: () => stdout,
    stderr: () => stderr,
    untilPrinted,
    ended,
    end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended();
    },
  };
}
