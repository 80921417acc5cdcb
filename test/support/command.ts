import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How a command ended. */
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
    // Only what is said here counts: neither the settings of whoever runs the tests, nor BASE_URL,
    // which vitest sets to "/".
    const options = { cwd: ROOT, env: { PATH: process.env["PATH"], ...env } };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}
