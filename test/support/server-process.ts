import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { programEnv } from "./program-env.ts";
import { tempFolder } from "./temp-store.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Long enough for a machine that is busy with other things. */
const PATIENCE_MS = 120_000;

/** A server of its own process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Where it listens, without a slash at the end. */
  readonly address: string;
  readonly dataDir: string;
  /** What it has written to stdout so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves when it has written `text` to stdout. */
  said(text: string): Promise<void>;
  /** Resolves with its exit code, null when a signal ended it. */
  ended(): Promise<number | null>;
}

/** Starts a server on a free port of this machine and a new data folder; it ends with the test. */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const dataDir = env["DATA_DIR"] ?? (await tempFolder());
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: ROOT,
    env: { ...programEnv, HOST: "127.0.0.1", PORT: "0", ...env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });

  async function said(text: string): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (!stdout.includes(text)) {
      if (child.exitCode !== null) {
        throw new Error(`The server ended with ${child.exitCode}: ${stderr}`);
      }
      await Promise.race([once(child.stdout, "data", { signal }), closed]);
    }
  }

  await said('"event":"listening"');
  const [, address = ""] = /"event":"listening","address":"([^"]*)"/.exec(stdout) ?? [];
  return {
    child,
    address,
    dataDir,
    stdout: () => stdout,
    stderr: () => stderr,
    said,
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}
