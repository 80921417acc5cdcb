import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { freshProject, INSTALL } from "./fresh-project.ts";
import { programEnv } from "./program-env.ts";

/** What a sandbox prints when it is ready. */
interface ReadySandbox {
  readonly url: string;
  readonly controlUrl: string;
}

/**
 * Starts the sandbox of a package in its own process, as the docs say, until the end of the test.
 *
 * @param tarball its path or URL.
 */
export async function startPackedSandbox(tarball: string): Promise<ReadySandbox> {
  const { root, call } = await freshProject();
  await call("npm", ...INSTALL, "-D", tarball);
  const program = join(root, "node_modules/.bin/tableside-sandbox");
  const child = spawn(program, ["start", "--port", "0", "--control-port", "0", "--json"], {
    env: programEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return JSON.parse(line) as ReadySandbox;
}
