import { spawn } from "node:child_process";
import { once } from "node:events";
import { programEnv } from "./program-env.ts";

/** A sandbox in a process of its own. */
export interface SandboxProcess {
  /** What it printed until it was ready. */
  readonly stdout: string;
  /** From the start of its process until it was ready, in ms. */
  readonly readyMs: number;
  readonly controlUrl: string;
  end(): Promise<void>;
}

/** Starts a program that is a sandbox, on free ports of this machine. */
export async function startSandboxProcess(program: string): Promise<SandboxProcess> {
  const startMs = performance.now();
  const args = [program, "--port", "0", "--control-port", "0"];
  const child = spawn(process.execPath, args, { env: programEnv });
  let output = "";
  const closed = once(child, "close");
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("Control:")) {
          resolve();
        }
      });
    }
    child.once("exit", () => reject(new Error(`The sandbox ended: ${output}`)));
  });
  await ready;
  return {
    stdout: output,
    readyMs: performance.now() - startMs,
    controlUrl: /Control: +(\S+)/.exec(output)?.[1] ?? "",
    async end() {
      child.kill();
      await closed;
    },
  };
}
