import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../server/store/open-store.ts";

let image: Promise<Buffer> | undefined;

/** Puts an empty database with all its tables at `file`; creating them takes longer than most tests. */
export async function putMigratedFile(file: string): Promise<void> {
  image ??= makeImage();
  // As for a database that the service creates: for its owner only.
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
