import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../dist/v1/", import.meta.url));

/** The one pinned file of the build: its address on a service, and its integrity hash. */
export async function pinnedElement(): Promise<{ path: string; integrity: string }> {
  const names = (await readdir(FOLDER)).filter((name) => /^game-table\.\w{12}\.js$/.test(name));
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw new Error(`The build has not one pinned element but ${names.length}.`);
  }
  const hash = createHash("sha384").update(await readFile(FOLDER + name));
  return { path: `/v1/${name}`, integrity: `sha384-${hash.digest("base64")}` };
}
