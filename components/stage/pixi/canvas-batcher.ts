import { Batcher, BatcherPipe, BatchGeometry } from "pixi.js";
import type { InstructionSet, Shader } from "pixi.js";

/**
 * Puts sprites in order for the 2D canvas, which draws them one by one: it packs no vertices for a GPU.
 */
class OrderingBatcher extends Batcher {
  override name = "default";
  override geometry = new BatchGeometry();
  // Made for WebGL, and never asked for by the 2D canvas.
  override shader = null as unknown as Shader;
  protected override vertexSize = 0;

  override packAttributes(): void {}
  override packQuadAttributes(): void {}
  override packIndex(): void {}
  override packQuadIndex(): void {}
}

/**
 * Pixi's pipe of batches without its shader: compiling that takes a WebGL context of its own and 10 ms,
 * and nothing of it is ever used on a 2D canvas.
 */
export class CanvasBatcherPipe extends BatcherPipe {
  override buildStart(instructionSet: InstructionSet): void {
    // Private in the types of 8.22, by the uid of the instructions; a pipe makes a missing one itself.
    const batchers = Reflect.get(this, "_batchersByInstructionSet") as Record<number, object>;
    const maxTextures = this.renderer.limits.maxBatchableTextures;
    batchers[instructionSet.uid] ??= { default: new OrderingBatcher({ maxTextures }) };
    super.buildStart(instructionSet);
  }
}
