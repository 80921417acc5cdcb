import type { Plugin } from "vite";

/** Modules in which Pixi registers loaders of sprite sheets, pictures and videos as a side effect. */
const REGISTERED = /\/(rendering|spritesheet)\/init\.mjs$/;

/**
 * Replacements of Pixi's modules, or of parts of them. Tables draw sprites with WebGL or a 2D canvas, and use no
 * WebGPU, particles, uniform buffers, videos or named colours.
 */
const REPLACED: readonly { module: RegExp; part: RegExp; by: string }[] = [
  { module: /(browser|webworker)All\.mjs$/, part: /^[^]*$/, by: "export {};" },
  { module: /\/colord\/plugins\/names\.mjs$/, part: /^[^]*$/, by: "export default () => {};" },
  // Pixi's replacements for `new Function`, in systems that tables do not use.
  {
    module: /\/unsafe-eval\/init\.mjs$/,
    part: /Object\.assign\((UboSystem|GlUboSystem|GpuUboSystem|ParticleBuffer)\.prototype, \{[^]*?\n {2}\}\);/g,
    by: "",
  },
  // Every shader also exists for WebGPU.
  {
    module: /\/compileHighShaderToProgram\.mjs$/,
    part: /(?<=function compileHighShaderGpuProgram\(.*\) \{)[^]*?(?=\n\})/,
    by: "",
  },
  // The types guarantee that deprecated names are not used.
  {
    module: /\/utils\/logging\/deprecation\.mjs$/,
    part: /const deprecationState = [^]*(?=\nexport )/,
    by: "const deprecation = () => {};",
  },
  // Textures are created from canvases and images.
  {
    module: /\/GlTextureSystem\.mjs$/,
    part: /\n *(video|compressed|cube): (create)?[gG]lUpload.*/g,
    by: "",
  },
];

/** Removes unused code from Pixi. The build fails if Pixi no longer contains the code to replace. */
export const leanPixi: Plugin = {
  name: "tableside:lean-pixi",
  transform: {
    filter: { id: [REGISTERED, ...REPLACED.map(({ module }) => module)] },
    handler(code, id) {
      if (REGISTERED.test(id)) {
        return { moduleSideEffects: false };
      }
      const replaced = REPLACED.find(({ module }) => module.test(id));
      if (replaced?.part.test(code) === false) {
        throw new Error(
          `Pixi has changed: ${id} no longer contains the code that lean-scripts.ts replaces.`,
        );
      }
      return replaced && { code: code.replace(replaced.part, replaced.by) };
    },
  },
};

/** Minifies the style sheets of HUD and lobby, which the bundler sees only as template strings. */
export const leanStyles: Plugin = {
  name: "tableside:lean-styles",
  transform: {
    filter: { id: /\/src\/hud\/(styles\/[\w-]+|lobby\/lobby-styles)\.ts$/ },
    handler: (code) =>
      code.replace(/`[^`]*`/g, (css) =>
        css
          .replace(/\/\*[\s\S]*?\*\//g, "")
          .replace(/([:;,]) /g, "$1")
          .replace(/\s*\{\s+/g, "{")
          // The closing brace of a value such as ${space.even} has no space before it.
          .replace(/(;\s*|\s+)\}\s*/g, "}")
          .replace(/\n\s*/g, ""),
      ),
  },
};

/**
 * Replaces Vite's wrapper around each `import()`, which preloads a chunk's style sheets and imports: our chunks have no
 * style sheets, and preloading is off (`chunks.ts`).
 */
export const leanImports: Plugin = {
  name: "tableside:lean-imports",
  // Otherwise Vite's own plugin would load the helper.
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};
