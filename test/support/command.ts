import { execFile } from "node:child_process";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../server/cli/command.ts";
import type { Command } from "../../server/cli/command.ts";
import { programEnv } from "./program-env.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a TypeScript file of the project as its own process, as the npm scripts do. */
export function runScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...programEnv, ...env } };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** Runs a command in this process, with the same effects, output and exit code as in a separate process. */
export async function callCommand(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  now?: () => number,
): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  const into = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        output[name] += text;
        done();
      },
    });
  const io = { env, stdout: into("stdout"), stderr: into("stderr"), ...(now && { now }) };
  const code = await runCommand(command, [...args], io);
  return { code, ...output };
}

export function succeeded(ended: Ended): Ended {
  if (ended.code !== 0) {
    throw new Error(`The command ended with ${ended.code}: ${ended.stderr}`);
  }
  return ended;
}

export function refusal({ code, stdout, stderr }: Ended): string {
  if (code !== 1) {
    throw new Error(`The command ended with ${code}: ${stdout}${stderr}`);
  }
  return stderr;
}
