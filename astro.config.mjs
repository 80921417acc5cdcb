import { readdir, readFile, writeFile } from "node:fs/promises";
import { defineConfig } from "astro/config";

/**
 * Gives the element an address that never changes, `/game-table.js`, for pages that load it as a
 * script; its chunks keep their hashed names. Where there are no elements, as on a server that
 * imports the script to render a page, it does nothing rather than fail.
 */
const stableElement = {
  name: "tableside:stable-element",
  applyToEnvironment: (environment) => environment.name === "client",
  buildStart() {
    if (this.environment.mode === "build") {
      this.emitFile({
        type: "chunk",
        id: "components/game-table.ts",
        fileName: "game-table-element.js",
        preserveSignature: "exports-only",
      });
      // Text of our own rather than a chunk: the bundler would take its one import() as a reason to
      // cut the element in smaller pieces for everybody.
      this.emitFile({
        type: "asset",
        fileName: "game-table.js",
        source:
          'if ("HTMLElement" in globalThis) await import("./game-table-element.js");\nexport {};\n',
      });
    }
  },
};

/** The built chunks by their file's name. */
const chunks = new Map();

const notedChunks = {
  name: "tableside:noted-chunks",
  applyToEnvironment: (environment) => environment.name === "client",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") {
        chunks.set(file.fileName, file);
      }
    }
  },
};

/** A chunk and what it cannot run without. */
function withImports(fileName, found = new Set()) {
  if (!found.has(fileName)) {
    found.add(fileName);
    for (const imported of chunks.get(fileName)?.imports ?? []) {
      withImports(imported, found);
    }
  }
  return found;
}

/** The chunk that is loaded for a module, with its imports. */
function loadedFor(module) {
  for (const { fileName, facadeModuleId } of chunks.values()) {
    if (facadeModuleId?.endsWith(module)) {
      return withImports(fileName);
    }
  }
  throw new Error(`No chunk was built for ${module}.`);
}

/**
 * Names in the head of an embed page what its element will ask for in any case. Otherwise each chunk
 * is asked for only once the one before it runs: five round trips in place of three. The element's own
 * are left out: it would take the page over before the page was seen at all. Which renderer it will be
 * only the browser knows, so of those only what they share is named.
 */
const preloads = {
  name: "tableside:preloads",
  hooks: {
    async "astro:build:done"({ dir }) {
      const pages = new URL("embed/", dir);
      const canvas = loadedFor("/components/stage/pixi/renderer-canvas.ts");
      const either = loadedFor("/components/stage/pixi/renderer-webgl.ts").intersection(canvas);
      const surface = loadedFor("/components/stage/pixi/surface.ts");
      for (const slug of await readdir(pages)) {
        const page = new URL(`${slug}/index.html`, pages);
        const html = await readFile(page, "utf8");
        const [, entry = ""] = /<script type="module" src="\/([^"]+)"/.exec(html) ?? [];
        const scene = loadedFor(`/components/scenes/${slug}.ts`);
        const named = surface.union(scene).union(either).difference(withImports(entry));
        const links = [...named].map((name) => `<link rel="modulepreload" href="/${name}">`);
        await writeFile(page, html.replace("</head>", `${links.join("")}</head>`));
      }
    },
  },
};

/**
 * Leaves out what Pixi registers as soon as it is named and no table uses: loaders of sprite sheets, of
 * pictures and of films.
 */
const leanPixi = {
  name: "tableside:lean-pixi",
  transform: {
    filter: { id: /\/pixi\.js\/lib\/(rendering|spritesheet)\/init\.mjs$/ },
    handler: () => ({ moduleSideEffects: false }),
  },
};

export default defineConfig({
  output: "static",
  // 'always' would answer /embed/{slug}/api/current with 404 in development.
  trailingSlash: "ignore",
  build: { format: "directory", inlineStylesheets: "always" },
  devToolbar: { enabled: false },
  integrations: [preloads],
  vite: {
    plugins: [leanPixi, stableElement, notedChunks],
    build: {
      // The strict content security policy lets no inline script through.
      assetsInlineLimit: 0,
      // Its helper asks for chunks at `/`, which on a foreign page is the operator's own origin.
      modulePreload: false,
    },
  },
});
