import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { freePort } from "../../support/free-port.ts";
import type { ListeningService } from "../../support/listening-service.ts";
import { programEnv } from "../../support/program-env.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

export interface OperatorOptions {
  /** The URL of the service. */
  readonly url: string;
  /** The file of the books, which outlives the process. */
  readonly file: string;
  /** A module of this folder that is loaded first, configured by the environment. */
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startOperator({ url, file, preload, env = {} }: OperatorOptions) {
  const port = await freePort();
  const before = preload === undefined ? [] : ["--import", new URL(preload, import.meta.url).href];
  const child = spawn(process.execPath, [...before, "src/snippets/operator.ts"], {
    cwd: ROOT,
    env: {
      ...programEnv,
      ...env,
      TABLESIDE_URL: url,
      TABLESIDE_KEY: "k",
      OPERATOR_DB: file,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let reported = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (reported += text));
  const ended = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  await Promise.race([once(child.stdout, "data"), ended]);
  return {
    url: `http://127.0.0.1:${port}`,
    kill,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    reported: () => reported,
  };
}

/** Runs the clock of a service: a second into a round now, and into the next one at each call of the function. */
export function runClock({ clock }: ListeningService): () => void {
  let shiftMs = clock.nowMs + 1_000 - performance.now();
  Object.defineProperty(clock, "nowMs", { get: () => shiftMs + performance.now() });
  return () => {
    shiftMs += 31_000 - ((shiftMs + performance.now()) % 30_000);
  };
}
