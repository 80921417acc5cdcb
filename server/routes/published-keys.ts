import type { Deps } from "../deps.ts";
import { json, readOnly } from "./request.ts";

/** GET /fairness/keys.json: the public keys that sign headers, for readers to keep. */
export const publishedKeys = (deps: Pick<Deps, "fairness">) =>
  readOnly((event) => json(event, deps.fairness.keys()));
