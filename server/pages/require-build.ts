import { existsSync } from "node:fs";
import { StartError } from "../runtime/start-error.ts";

/**
 * Checks that the build is complete: without the server half, accounts would fail on the first visit, while everything
 * else works.
 *
 * @param files one file from each half of the build.
 * @throws StartError if one is missing.
 */
export function requireBuild(files: readonly URL[]): void {
  if (!files.every((file) => existsSync(file))) {
    throw new StartError(
      "There is no complete build. Run `npm run build`, or start with `npm start`.",
    );
  }
}
