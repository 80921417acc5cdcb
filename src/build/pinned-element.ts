import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { build } from "vite";
import type { Rolldown } from "vite";
import { guardedLoops } from "./guarded-loops.ts";
import { leanPixi } from "./lean-pixi.ts";
import { leanStyles } from "./lean-styles.ts";
import { scriptTexts } from "./script-texts.ts";

/** The placeholders in src/snippets/pinned-element.html for the address of the pinned element and its integrity. */
const ADDRESS = "/v1/game-table.HASH.js";
const INTEGRITY = "sha384-HASH";
/** The built page that prints them. */
const PAGE = "docs/embed/index.html";
/** Where the code of the pages on demand is, of which the dashboard prints them too. */
const CHUNKS = "../dist-server/chunks/";

/**
 * Builds the element into one file whose address holds its hash, for pages that load nothing whose
 * integrity they do not know: a browser checks the one script that a tag names, and none that it
 * imports. The docs and the dashboard print address and integrity.
 *
 * @throws Error in a build of which one of these prints nothing.
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
      const print = (text: string) =>
        text.replaceAll(ADDRESS, address).replaceAll(INTEGRITY, integrity);
      for (const file of [new URL(PAGE, dir), await dashboardChunk(new URL(CHUNKS, dir))]) {
        const text = await readFile(file, "utf8");
        if (!text.includes(ADDRESS) || !text.includes(INTEGRITY)) {
          throw new Error(`${file.pathname} prints no pinned element.`);
        }
        await writeFile(file, print(text));
      }
    },
  },
};

/** The one chunk of the server that holds the snippet. */
async function dashboardChunk(folder: URL): Promise<URL> {
  for (const name of await readdir(folder)) {
    const file = new URL(name, folder);
    if ((await readFile(file, "utf8")).includes(ADDRESS)) {
      return file;
    }
  }
  throw new Error(`No chunk of ${folder.pathname} prints the pinned element.`);
}

async function elementInOneFile(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [leanPixi, leanStyles, scriptTexts, guardedLoops],
    build: {
      write: false,
      modulePreload: false,
      // Pictures are those of the other scripts, under the names that Astro gives them.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: "components/game-table.ts",
        output: {
          format: "es",
          codeSplitting: false,
          assetFileNames: "_astro/[name].[hash][extname]",
        },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}
