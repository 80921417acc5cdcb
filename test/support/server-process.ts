import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { programEnv } from "./program-env.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Long enough for a machine that is busy with other things. */
const PATIENCE_MS = 120_000;

type Env = Readonly<Record<string, string>>;

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

/**
 * Starts a server on a free port of this machine and a new data folder; it ends with the test.
 *
 * @param filesMax how many files it may open, connections among them.
 */
export function startServer(env: Env = {}, filesMax?: number): Promise<ServerProcess> {
  return openServer(env, onTestFinished, filesMax);
}

/**
 * Starts one server for all tests of a file or block, whose promises do not disturb each other: a start
 * takes a second. Gives a function, since the server is there from the first test on only.
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

/** Starts a server. `defer` takes what is to be done afterwards, the last first. */
async function openServer(
  env: Env,
  defer: (end: () => Promise<void>) => void,
  filesMax?: number,
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-"));
  // A server that was killed may have left files that its database is still removing.
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataDir = env["DATA_DIR"] ?? folder;
  const limit = filesMax === undefined ? "" : `ulimit -n ${filesMax} && `;
  const child = spawn("sh", ["-c", `${limit}exec "${process.execPath}" server/main.ts`], {
    cwd: ROOT,
    // A first start asks a relay whether mode drand would work; a test asks nobody outside.
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

  async function said(text: string): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (!stdout.includes(text)) {
      const end = child.exitCode ?? child.signalCode;
      if (end !== null) {
        throw new Error(`The server ended with ${end}: ${stderr}`);
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
