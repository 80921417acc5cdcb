import {
  BackgroundSystem,
  BatchTextureArray,
  BlendModePipe,
  GCSystem,
  GlobalUniformSystem,
  RenderGroupPipe,
  RenderGroupSystem,
  SchedulerSystem,
  SpritePipe,
  ViewSystem,
} from "pixi.js";

/*
 * The parts that both renderers need to draw sprites in groups; a table uses nothing more. Pixi's ready-made renderers
 * add graphics, meshes, masks and more, which would be a fifth of the scripts that a viewer waits for.
 */

/** The scheduler must come before the garbage collection that it runs. */
export const sharedSystems = [
  SchedulerSystem,
  GCSystem,
  BackgroundSystem,
  GlobalUniformSystem,
  ViewSystem,
  RenderGroupSystem,
] as const;

/** Each renderer adds its own pipes for batches and for colour masks, which Pixi calls even if they are unused. */
export const sharedPipes = [BlendModePipe, SpritePipe, RenderGroupPipe] as const;

/**
 * Lists parts under the names by which Pixi finds them, as its own registry does. They are untyped, because they
 * share no common type.
 */
export function toNamedParts<Part>(
  parts: readonly { extension: { name: string } }[],
): { name: string; value: Part }[] {
  return parts.map((part) => ({ name: part.extension.name, value: part as unknown as Part }));
}

// Pixi reuses batches, and keeps the id of every texture that a batch has ever held, which leaks memory over a
// day of repainting.
BatchTextureArray.prototype.clear = function () {
  this.ids = {};
  this.textures.length = 0;
  this.count = 0;
};
