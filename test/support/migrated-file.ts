import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../server/store/open-store.ts";

let image: Promise<Buffer> | undefined;

/** Writes an empty database with all its tables to `file`; creating them takes longer than most tests. */
export async function putMigratedFile(file: string): Promise<void> {
  image ??= makeImage();
  // Readable only by its owner, like a database that the service creates.
  await writeFile(file, await image, { mode: 0o600 });
}

async function makeImage(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-image-"));
  const file = join(folder, "tableside.sqlite");
  const store = await openStore({ file });
  await store.close();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}
