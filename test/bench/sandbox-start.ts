/*
 * How soon a sandbox is ready: `node test/bench/sandbox-start.ts`.
 *
 * Prints the time from the start of its process until its tables can be opened: from the repository, and
 * from the package.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandboxProcess } from "../support/sandbox-process.ts";

const RUNS = 5;

async function print(name: string, program: string): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const sandbox = await startSandboxProcess(program);
    times.push(sandbox.readyMs);
    await sandbox.end();
  }
  const seconds = times.toSorted((a, b) => a - b).map((ms) => (ms / 1_000).toFixed(2));
  console.log(`${name}: ready after ${seconds.join(", ")} s`);
}

const folder = await mkdtemp(join(tmpdir(), "tableside-bench-"));
try {
  await print("repository", "server/cli/sandbox.ts");
  const packed = execFileSync(process.execPath, ["server/cli/pack-sandbox.ts", folder]);
  execFileSync("tar", ["-xzf", packed.toString().trim(), "-C", folder]);
  await print("package", join(folder, "package/lib/cli/sandbox.js"));
} finally {
  await rm(folder, { recursive: true, force: true });
}
