import { readFile, writeFile } from "node:fs/promises";
import { errorCode } from "../runtime/error-code.ts";
import { formatSecrets } from "./secret-texts.ts";
import type { SecretTexts } from "./secret-texts.ts";
import { makeWholeFile, refuseFile, removeLeftovers } from "./whole-file.ts";

/** A file with the settings that all servers on a PostgreSQL database share. */
export interface SettingsFile {
  /** Makes it, mode 0600, unless it is there. */
  make(): Promise<void>;
}

/**
 * Plans such a file. One with the same text may be there: an attempt before this one made it.
 *
 * @throws StartError when there is another file under its name.
 */
export async function planSettingsFile(
  file: string,
  url: string,
  secrets: SecretTexts,
): Promise<SettingsFile> {
  const text = `DATABASE_URL=${url}\n${formatSecrets(secrets)}`;
  // What cannot be read is another one.
  const present = await readFile(file, "utf8").catch((error: unknown) =>
    errorCode(error) === "ENOENT" ? undefined : "",
  );
  if (present !== text) {
    await refuseFile(file);
  }
  return {
    async make() {
      await (present === undefined
        ? makeWholeFile(file, (draft) => writeFile(draft, text))
        : removeLeftovers(file));
    },
  };
}
