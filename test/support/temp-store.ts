import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type Store } from "../../server/store/store.ts";

/** An empty folder that lives as long as the test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A store on a real file; `file` is new unless it is given. Closed after the test. */
export async function tempStore(file?: string): Promise<{ store: Store; file: string }> {
  const path = file ?? join(await tempFolder(), "tableside.sqlite");
  const store = await openStore(path);
  onTestFinished(() => store.close());
  return { store, file: path };
}
