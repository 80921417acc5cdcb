import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runScript } from "./command.ts";

const BUILD = fileURLToPath(new URL("../../dist/.built-from", import.meta.url));

/** Ensures that there is a build to serve. Any build will do, so this builds only if there is none. */
export async function ensureBuild(): Promise<void> {
  if (!existsSync(BUILD)) {
    await runScript("server/cli/build.ts", []);
  }
}
