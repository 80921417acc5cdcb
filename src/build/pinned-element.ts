import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { build } from "vite";
import type { Rolldown } from "vite";
import { leanPixi } from "./lean-pixi.ts";
import { leanStyles } from "./lean-styles.ts";

/** What stands in pages for the address of the pinned element and for its integrity. */
const ADDRESS = "/v1/game-table.HASH.js";
const INTEGRITY = "sha384-HASH";
/** The pages that print them. */
const PAGES = ["index.html", "docs/embed/index.html"];

/**
 * Builds the element into one file whose address holds its hash, for pages that load nothing whose
 * integrity they do not know: a browser checks the one script that a tag names, and none that it
 * imports. Pages of the build print address and integrity.
 */
export const pinnedElement: AstroIntegration = {
  name: "tableside:pinned-element",
  hooks: {
    async "astro:build:done"({ dir }) {
      const code = await elementInOneFile();
      const hash = (algorithm: string) => createHash(algorithm).update(code);
      const name = hash("sha256").digest("hex").slice(0, 12);
      const address = ADDRESS.replace("HASH", name);
      await mkdir(new URL("v1/", dir), { recursive: true });
      await writeFile(new URL(`.${address}`, dir), code);
      const integrity = `sha384-${hash("sha384").digest("base64")}`;
      for (const page of PAGES) {
        const file = new URL(page, dir);
        const html = await readFile(file, "utf8");
        await writeFile(file, html.replaceAll(ADDRESS, address).replaceAll(INTEGRITY, integrity));
      }
    },
  },
};

async function elementInOneFile(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [leanPixi, leanStyles],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: "components/game-table.ts",
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}
