import { readdir, readFile, writeFile } from "node:fs/promises";
import node from "@astrojs/node";
import { defineConfig, passthroughImageService } from "astro/config";
import { build } from "vite";
import { docsMarkdown } from "./src/build/docs-markdown.ts";

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
 * Names in the head of an embed page what its table will ask for in any case, for `embed-start.ts` to
 * ask for at once when the page has been painted. Otherwise each chunk is asked for only once the one
 * before it runs. Which renderer it will be only the browser knows, so both are named apart.
 */
const preloads = {
  name: "tableside:preloads",
  hooks: {
    async "astro:build:done"({ dir }) {
      const pages = new URL("embed/", dir);
      const table = loadedFor("/components/embed-page.ts").union(
        loadedFor("/components/stage/pixi/surface.ts"),
      );
      for (const slug of await readdir(pages)) {
        const page = new URL(`${slug}/index.html`, pages);
        const html = await readFile(page, "utf8");
        const [, entry = ""] = /<script type="module" src="\/([^"]+)"/.exec(html) ?? [];
        const first = withImports(entry);
        const modules = table
          .union(loadedFor(`/components/scenes/${slug}/scene.ts`))
          .difference(first);
        const after = (renderer) =>
          loadedFor(`/components/stage/pixi/renderer-${renderer}.ts`)
            .difference(modules)
            .difference(first);
        const head = [
          ...[...first].slice(1).map((name) => `<link rel="modulepreload" href="/${name}">`),
          metaOf("modules", modules),
          metaOf("modules-webgl", after("webgl")),
          metaOf("modules-canvas", after("canvas")),
        ];
        await writeFile(page, html.replace("</head>", `${head.join("")}</head>`));
      }
    },
  },
};

function metaOf(name, chunkNames) {
  const paths = [...chunkNames].map((chunk) => `/${chunk}`);
  return `<meta name="${name}" content="${paths.join(" ")}">`;
}

/**
 * Leaves out what Pixi registers as soon as it is named and no table uses: loaders of sprite sheets, of
 * pictures and of films; and what it would load for pages of another kind.
 */
const leanPixi = {
  name: "tableside:lean-pixi",
  transform: {
    filter: { id: /\/pixi\.js\/lib\/.*(\/init|browserAll|webworkerAll)\.mjs$/ },
    handler(_code, id) {
      if (/\/(rendering|spritesheet)\/init/.test(id)) {
        return { moduleSideEffects: false };
      }
      return id.endsWith("All.mjs") ? { code: "export {};" } : undefined;
    },
  },
};

/** Minifies the hud's style sheets, which are texts to the bundler: in its templates, CSS and no code. */
const leanStyles = {
  name: "tableside:lean-styles",
  transform: {
    filter: { id: /\/src\/hud\/([\w-]+-)?styles\.ts$/ },
    handler: (code) =>
      code.replace(/`[^`]*`/g, (css) =>
        css
          .replace(/\/\*[\s\S]*?\*\//g, "")
          .replace(/([:;,]) /g, "$1")
          .replace(/\s*\{\s+/g, "{")
          // The brace that ends a value, as in ${space.even}, has no space before it.
          .replace(/(;\s*|\s+)\}\s*/g, "}")
          .replace(/\n\s*/g, ""),
      ),
  },
};

/**
 * Few chunks, since each is a request of its own, and every request costs some milliseconds: the little
 * that the first script of a page needs, what the renderers share of Pixi, what the scenes share, and
 * the element. What only one of them uses stays with that one, but for what paints.
 */
const chunking = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "start", test: /\/stage\/gpu\.ts$|preload-helper/ },
    // What the element cannot start without; scenes and renderers come by import().
    { name: "element", tags: ["$initial"] },
    { name: "pixi", test: /\/(node_modules\/(pixi\.js|@pixi|eventemitter3)|stage\/pixi)\// },
    // What both card games paint their tables with, so that the race does not load it.
    {
      name: "cards",
      test: /\/(stage\/(paint\/(bets|chip|emblems|shoe)|cards\/(bet-light|card-place|chips|shoe))|scenes\/(baccarat\/paint\/between|dragontiger\/paint\/motifs))\.ts$/,
      minShareCount: 1,
    },
    // What else paints, all of it, and two things of the race, which is the heaviest scene: of a second
    // game only its own scene is to be fetched, and it has its weight to keep to.
    {
      name: "paint",
      test: /\/components\/(stage\/paint\/|scenes\/bigsixball\/(paint\/|(photo-frame|slow-motion)\.ts))/,
      minShareCount: 1,
    },
    { name: "scenery", test: /\/components\/(stage|scenes)\// },
  ].map((group) => ({ minShareCount: 2, ...group })),
};

/** A chunk is named for the folder of a file whose name stands in several folders. */
function chunkName({ facadeModuleId }) {
  const [, folder] = /\/([\w-]+)\/(?:scene|table|element)\.ts$/.exec(facadeModuleId) ?? [];
  return `_astro/${folder ?? "[name]"}.[hash].js`;
}

/** How scripts are built for browsers. As a plugin, since Astro's own settings go before the config's. */
const browserBuild = {
  name: "tableside:browser-build",
  config: () => ({
    // Its helper asks for chunks at `/`, which on a foreign page is the operator's own origin.
    build: { modulePreload: false },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            preserveEntrySignatures: "allow-extension",
            output: { codeSplitting: chunking, chunkFileNames: chunkName },
          },
        },
      },
    },
  }),
};

/**
 * The script of the page that checks rounds, as a text to be put into the page: a copy of that one file
 * on a disk is to work, where a browser loads no modules.
 */
const verifyScript = {
  name: "tableside:verify-script",
  resolveId: (id) => (id === "virtual:verify-script" ? `\0${id}` : null),
  async load(id) {
    if (id !== "\0virtual:verify-script") {
      return null;
    }
    const built = await build({
      configFile: false,
      logLevel: "warn",
      build: {
        write: false,
        rolldownOptions: { input: "components/verify/page.ts", output: { format: "iife" } },
      },
    });
    const { code } = built.output[0];
    // What looks like the end of the script would be one.
    return `export default ${JSON.stringify(code.replaceAll("</script", "<\\/script"))};`;
  },
};

export default defineConfig({
  output: "static",
  // 'always' would answer /embed/{slug}/api/current with 404 in development.
  trailingSlash: "ignore",
  adapter: node({ mode: "middleware" }),
  session: false,
  build: {
    format: "directory",
    inlineStylesheets: "always",
    // Everything in dist/ is served as it is, so the code of the pages on demand stays out of it.
    client: "./",
    server: "../dist-server/",
  },
  devToolbar: { enabled: false },
  // Prism names what code is by classes; the content security policy lets no style attribute through.
  markdown: { processor: docsMarkdown, syntaxHighlight: "prism" },
  image: { service: passthroughImageService() },
  integrations: [preloads],
  vite: {
    plugins: [browserBuild, leanPixi, leanStyles, stableElement, notedChunks, verifyScript],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: chunking } } } },
    },
    build: {
      // The strict content security policy lets no inline script through.
      assetsInlineLimit: 0,
    },
  },
});
