import type { Plugin } from "vite";

/** What Pixi registers as soon as it is named: loaders of sprite sheets, of pictures and of films. */
const REGISTERED = /\/(rendering|spritesheet)\/init\.mjs$/;

/**
 * The replacement of a module of Pixi, or of a part of one. Tables draw sprites by WebGL or by canvas: no
 * WebGPU, no particles, no uniform buffers, no films, no colours by name.
 */
const REPLACED: readonly { module: RegExp; part: RegExp; by: string }[] = [
  // What it would load for pages of another kind.
  { module: /(browser|webworker)All\.mjs$/, part: /^[^]*$/, by: "export {};" },
  { module: /\/colord\/plugins\/names\.mjs$/, part: /^[^]*$/, by: "export default () => {};" },
  // Stands in for code made by `new Function`, and does so for systems that no table has.
  {
    module: /\/unsafe-eval\/init\.mjs$/,
    part: /Object\.assign\((UboSystem|GlUboSystem|GpuUboSystem|ParticleBuffer)\.prototype, \{[^]*?\n {2}\}\);/g,
    by: "",
  },
  // Each shader is written in the language of WebGPU too.
  {
    module: /\/compileHighShaderToProgram\.mjs$/,
    part: /(?<=function compileHighShaderGpuProgram\(.*\) \{)[^]*?(?=\n\})/,
    by: "",
  },
  // Nothing here is called by an old name: the types say so.
  {
    module: /\/utils\/logging\/deprecation\.mjs$/,
    part: /const deprecationState = [^]*(?=\nexport )/,
    by: "const deprecation = () => {};",
  },
  // Textures come from canvases and images.
  {
    module: /\/GlTextureSystem\.mjs$/,
    part: /\n *(video|compressed|cube): (create)?[gG]lUpload.*/g,
    by: "",
  },
];

/** Leaves out of Pixi what no table uses. A build fails when Pixi no longer has what is to be replaced. */
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
        throw new Error(`Pixi changed: ${id} has no longer what lean-pixi replaces.`);
      }
      return replaced && { code: code.replace(replaced.part, replaced.by) };
    },
  },
};
