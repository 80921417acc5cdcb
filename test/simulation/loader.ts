import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./mutants.ts";

const ROOT = new URL("../../", import.meta.url);
const STORE = new URL("server/store/open-store.ts", ROOT).href;
const SIMULATED_STORE = new URL("store.ts", import.meta.url).href;

/**
 * Has the service open the simulated store, and puts a fault back into its code. Only what is loaded after
 * this is changed, and nothing on the disk.
 */
export function loadService(mutant: Mutant | null): void {
  const edits = Map.groupBy(mutant?.edits ?? [], ({ file }) => new URL(file, ROOT).href);
  for (const [url, ofFile] of edits) {
    const source = readFileSync(fileURLToPath(url), "utf8");
    for (const { file, from } of ofFile) {
      const times = source.split(from).length - 1;
      if (times !== 1) {
        throw new Error(`The mutant does not fit: ${file} has ${from} ${times} times.`);
      }
    }
  }
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      return resolved.url === STORE ? { ...resolved, url: SIMULATED_STORE } : resolved;
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      return {
        ...loaded,
        source: (edits.get(url) ?? []).reduce<typeof loaded.source>(
          (source, { from, to }) => String(source).replace(from, () => to),
          loaded.source,
        ),
      };
    },
  });
}
