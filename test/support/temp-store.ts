import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore } from "../../server/store/open-store.ts";
import { StoreError } from "../../server/store/store-error.ts";
import type { Store, StorePlace } from "../../server/store/store.ts";
import { putMigratedFile } from "./migrated-file.ts";

/** An empty folder for the duration of the test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-"));
  // A closed service might still be removing its SQLite log, so the folder might not be empty yet.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function tempFile(): Promise<string> {
  return join(await tempFolder(), "tableside.sqlite");
}

export async function migratedPlace(): Promise<StorePlace> {
  const file = await tempFile();
  await putMigratedFile(file);
  return { file };
}

/** An open store, by default in a new file. Closed after the test. */
export async function tempStore(given?: StorePlace): Promise<{ store: Store; place: StorePlace }> {
  const place = given ?? (await migratedPlace());
  const store = await openStore(place);
  onTestFinished(() => store.close());
  return { store, place };
}

export async function faultOf(work: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!(error instanceof StoreError)) {
    throw new Error(`Not a StoreError: ${String(error)}`, { cause: error });
  }
  return error;
}
