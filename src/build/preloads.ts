import { readdir, readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import type { Plugin } from "vite";

/** What is known of a built chunk. */
interface Chunk {
  fileName: string;
  /** The module that it was built for, if it is one that is asked for by itself. */
  facadeModuleId: string | null;
  imports: readonly string[];
}

/** The built chunks by their file's name. */
const chunks = new Map<string, Chunk>();

const rememberChunks: Plugin = {
  name: "tableside:remember-chunks",
  applyToEnvironment: (environment) => environment.name === "client",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") {
        chunks.set(file.fileName, file);
      }
    }
  },
};

/**
 * Names in the head of an embed page what its table will ask for in any case, for `embed-start.ts` to
 * ask for at once when the page has been painted. Otherwise each chunk is asked for only once the one
 * before it runs. Which renderer it will be only the browser knows, so both are named apart.
 */
export const preloads: AstroIntegration = {
  name: "tableside:preloads",
  hooks: {
    "astro:config:setup"({ updateConfig }) {
      updateConfig({ vite: { plugins: [rememberChunks] } });
    },
    async "astro:build:done"({ dir }) {
      const pages = new URL("embed/", dir);
      for (const slug of await readdir(pages)) {
        const page = new URL(`${slug}/index.html`, pages);
        const html = await readFile(page, "utf8");
        const [, entry = ""] = /<script type="module" src="\/([^"]+)"/.exec(html) ?? [];
        const first = withImports(entry);
        const modules = [
          "/components/embed-page.ts",
          "/components/stage/pixi/surface.ts",
          `/components/scenes/${slug}/scene.ts`,
        ].flatMap((module) => [...loadedFor(module)]);
        const after = (renderer: "webgl" | "canvas") =>
          [...loadedFor(`/components/stage/pixi/renderer-${renderer}.ts`)].filter(
            (name) => !modules.includes(name),
          );
        const meta = (name: string, chunkNames: readonly string[]): string => {
          const paths = new Set(
            chunkNames.filter((chunk) => !first.has(chunk)).map((chunk) => `/${chunk}`),
          );
          return `<meta name="${name}" content="${[...paths].join(" ")}">`;
        };
        const head = [
          ...[...first].slice(1).map((name) => `<link rel="modulepreload" href="/${name}">`),
          meta("modules", modules),
          meta("modules-webgl", after("webgl")),
          meta("modules-canvas", after("canvas")),
        ];
        await writeFile(page, html.replace("</head>", `${head.join("")}</head>`));
      }
    },
  },
};

/** A chunk and what it cannot run without. */
function withImports(fileName: string, found = new Set<string>()): Set<string> {
  if (!found.has(fileName)) {
    found.add(fileName);
    for (const imported of chunks.get(fileName)?.imports ?? []) {
      withImports(imported, found);
    }
  }
  return found;
}

/** The chunk that is loaded for a module, with its imports. */
function loadedFor(module: string): Set<string> {
  for (const { fileName, facadeModuleId } of chunks.values()) {
    if (facadeModuleId?.endsWith(module)) {
      return withImports(fileName);
    }
  }
  throw new Error(`No chunk was built for ${module}.`);
}
