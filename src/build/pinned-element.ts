import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { build } from "vite";
import type { Rolldown } from "vite";
import { guardedLoops } from "./guarded-loops.ts";
import { leanPixi, leanStyles } from "./lean-scripts.ts";
import { scriptTexts } from "./script-texts.ts";

/** The placeholders in src/snippets/pinned-element.html for the URL of the pinned element and its integrity. */
const ELEMENT_PATH = "/v1/game-table.HASH.js";
const INTEGRITY = "sha384-HASH";
/** The built docs page that contains the placeholders. */
const PAGE = "docs/embed/index.html";
/** The folder of the server's code, whose dashboard contains them too. */
const CHUNKS = "../dist-server/chunks/";

/**
 * Builds the element into one file with its hash in the URL, for pages that require subresource integrity:
 * browsers check the script in the tag, but not its imports. The docs and the dashboard show URL and integrity.
 *
 * @throws Error if one of them lacks the placeholders.
 */
export const pinnedElement: AstroIntegration = {
  name: "tableside:pinned-element",
  hooks: {
    async "astro:build:done"({ dir }) {
      const code = await elementInOneFile();
      const hash = (algorithm: string) => createHash(algorithm).update(code);
      const name = hash("sha256").digest("hex").slice(0, 12);
      const path = ELEMENT_PATH.replace("HASH", name);
      await mkdir(new URL("v1/", dir), { recursive: true });
      await writeFile(new URL(`.${path}`, dir), code);
      const integrity = `sha384-${hash("sha384").digest("base64")}`;
      for (const file of [new URL(PAGE, dir), await dashboardChunk(new URL(CHUNKS, dir))]) {
        const text = await readFile(file, "utf8");
        if (!text.includes(ELEMENT_PATH) || !text.includes(INTEGRITY)) {
          throw new Error(`${file.pathname} lacks the placeholders of pinned-element.html.`);
        }
        await writeFile(file, text.replaceAll(ELEMENT_PATH, path).replaceAll(INTEGRITY, integrity));
      }
    },
  },
};

async function dashboardChunk(folder: URL): Promise<URL> {
  for (const name of await readdir(folder)) {
    const file = new URL(name, folder);
    if ((await readFile(file, "utf8")).includes(ELEMENT_PATH)) {
      return file;
    }
  }
  throw new Error(`No chunk in ${folder.pathname} contains pinned-element.html.`);
}

async function elementInOneFile(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [leanPixi, leanStyles, scriptTexts, guardedLoops],
    build: {
      write: false,
      modulePreload: false,
      // Uses the same picture files as the other scripts, under Astro's names.
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
