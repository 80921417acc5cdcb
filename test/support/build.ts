import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runScript } from "./command.ts";

const BUILD = fileURLToPath(new URL("../../dist/.built-from", import.meta.url));

/** Sees to a build for servers to serve. Any will do here, so it is made only where there is none. */
export async function someBuild(): Promise<void> {
  if (!existsSync(BUILD)) {
    await runScript("server/cli/build.ts", []);
  }
}
