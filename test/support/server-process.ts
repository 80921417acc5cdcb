import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { programEnv } from "./program-env.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000;

type Env = Readonly<Record<string, string>>;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
  readonly dataDir: string;
  stdout(): string;
  stderr(): string;
  /** Resolves when it has written `text` to stdout. */
  untilPrinted(text: string): Promise<void>;
  /** Resolves with its exit code; null if a signal ended it. */
  ended(): Promise<number | null>;
}

/**
 * Starts a server on a free port of this machine and a new data folder, stopped after the test.
 *
 * @param filesMax its open-file limit, including connections.
 */
export function startServer(env: Env = {}, filesMax?: number): Promise<ServerProcess> {
  return openServer(env, onTestFinished, filesMax);
}

/**
 * Starts one server for all tests of a file or block that do not disturb each other: a start takes a second.
 * Returns a function, since the server only exists from the first test on.
 */
export function sharedServer(env: Env = {}): () => ServerProcess {
  const ends: (() => Promise<void>)[] = [];
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    server = await openServer(env, (end) => ends.unshift(end));
  });
  afterAll(async () => {
    for (const end of ends) {
      await end();
    }
  });
  return () => {
    if (server === undefined) {
      throw new Error("The server is there in tests only.");
    }
    return server;
  };
}

/** Starts a server. `defer` registers cleanups, which run in reverse order. */
async function openServer(
  env: Env,
  defer: (end: () => Promise<void>) => void,
  filesMax?: number,
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-"));
  // A killed server's database may still be removing its files.
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

  await untilPrinted('"event":"listening"');
  const [, address = ""] = /"event":"listening","address":"([^"]*)"/.exec(stdout) ?? [];
  return {
    child,
    address,
    dataDir,
    stdout: () => stdout,
    stderr: () => stderr,
    untilPrinted,
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}
