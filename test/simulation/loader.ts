import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./mutants.ts";

const ROOT = new URL("../../", import.meta.url);
/** Where the service meets what is outside, and what it meets here. */
const REPLACED = new Map(
  [
    ["server/store/open-store.ts", "store.ts"],
    ["server/account/mail/mailer.ts", "mailer.ts"],
    ["server/webhooks/threaded-sender.ts", "sender.ts"],
    ["server/webhooks/post.ts", "webhook-post.ts"],
    ["server/http/fetch.ts", "plain-fetch.ts"],
  ].map(([real = "", ours = ""]) => [
    new URL(real, ROOT).href,
    new URL(ours, import.meta.url).href,
  ]),
);

/**
 * Has the service meet what is simulated, and puts a fault back into its code. Only what is loaded after
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
      return { ...resolved, url: REPLACED.get(resolved.url) ?? resolved.url };
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
