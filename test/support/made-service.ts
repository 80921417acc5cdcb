import { join } from "node:path";
import { loadSecret } from "../../server/fairness/secret.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { StorePlace } from "../../server/store/store.ts";
import { SECRET_HEX } from "./service.ts";
import { tempFolder } from "./temp-store.ts";

/** Creates the database of a service that has been started there, with the tests' secret, and stopped. */
export async function makeServiceAt(place: StorePlace): Promise<StorePlace> {
  const store = await openStore(place);
  await loadSecret({ dataDir: "/nowhere", given: SECRET_HEX }, store);
  await store.close();
  return place;
}

export async function serviceFolder(): Promise<string> {
  const folder = await tempFolder();
  await makeServiceAt({ file: join(folder, "tableside.sqlite") });
  return folder;
}
