import type { Bench } from "./pixi/bench.ts";
import type { Tilted } from "./pixi/tilted.ts";

/** Makes what draws flat pictures aslant. */
export type MakeTilted = (bench: Bench) => Tilted;

/** Loads what draws flat pictures aslant, by the time that a scene's extras are loaded. */
export async function loadTilted(): Promise<MakeTilted> {
  const { Tilted } = await import("./pixi/tilted.ts");
  return (bench) => new Tilted(bench);
}
