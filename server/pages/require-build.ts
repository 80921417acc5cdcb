import { existsSync } from "node:fs";
import { StartError } from "../runtime/start-error.ts";

/**
 * Looks whether the build is whole: without its half for the server the accounts would fail at the first
 * visit, while all else seemed well.
 *
 * @param files of which each half of the build has one, by address.
 * @throws StartError when one is missing.
 */
export function requireBuild(files: readonly URL[]): void {
  if (!files.every((file) => existsSync(file))) {
    throw new StartError(
      "There is no whole build. Run `npm run build`, or start with `npm start`.",
    );
  }
}
