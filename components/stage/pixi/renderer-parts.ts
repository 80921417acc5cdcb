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
 * What both renderers need to draw sprites in groups, which is all that a table is made of. Pixi's
 * ready-made renderers bring graphics, meshes, masks and more besides, of which nothing is ever called
 * here: a fifth of the scripts that a viewer waits for.
 */

/** The scheduler comes before the housekeeping that it runs. */
export const sharedSystems = [
  SchedulerSystem,
  GCSystem,
  BackgroundSystem,
  GlobalUniformSystem,
  ViewSystem,
  RenderGroupSystem,
] as const;

/**
 * Besides these each renderer has its own pipes for batches, and for colour masks, which are called at
 * every build, used or not.
 */
export const sharedPipes = [BlendModePipe, SpritePipe, RenderGroupPipe] as const;

/**
 * Lists parts under the names by which they find each other, as Pixi's own registry of parts does. Like
 * that one it takes them as they are: their types agree with no common one.
 */
export function named<Part>(
  parts: readonly { extension: { name: string } }[],
): { name: string; value: Part }[] {
  return parts.map((part) => ({ name: part.extension.name, value: part as unknown as Part }));
}

// Batches go from picture to picture for ever. Pixi keeps the number of every texture that a batch ever
// had, which after a day of repainting is a long list.
BatchTextureArray.prototype.clear = function () {
  this.ids = {};
  this.textures.length = 0;
  this.count = 0;
};
