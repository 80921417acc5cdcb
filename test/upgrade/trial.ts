import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { programEnv } from "../support/program-env.ts";

/** The two versions of the tests: the present one, and the next. */
export type Version = "present" | "next";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HOOKS = new URL("trial-version.ts", import.meta.url).href;

type Env = Readonly<Record<string, string>>;

/** What makes a process one of a version. @param killAt before which of its statements it is killed. */
export function as(version: Version, killAt?: number): Env {
  return {
    NODE_OPTIONS: `--import=${HOOKS}`,
    TRIAL_VERSION: version,
    ...(killAt !== undefined && { KILL_AT: String(killAt) }),
  };
}

/** How a process ended. */
export interface Ended {
  /** Its exit code; null: a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a file of the project as its own process. */
export async function run(script: string, args: readonly string[], env: Env): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...programEnv, PORT: "0", DEMO: "off", DRAND_RELAYS: "http://127.0.0.1:1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr };
}

/** How many statements a process has made that might have changed something. */
export function countIn({ stderr }: Ended): number {
  return Number(/^statements: (\d+)$/m.exec(stderr)?.[1]);
}

/** Runs the command of the upgrade. */
export function upgrade(action: string, env: Env): Promise<Ended> {
  return run("server/cli/upgrade.ts", [action], env);
}

/** Opens the database as a server does when it starts, and ends. */
export function open(env: Env): Promise<Ended> {
  return run("test/support/start-data.ts", [], env);
}
