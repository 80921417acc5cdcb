import type { CloseUp } from "./pixi/close-up.ts";

/** Loads what a camera shows in close-up, by the time that a scene's extras are loaded. */
export async function loadCloseUp(): Promise<CloseUp> {
  return (await import("./pixi/close-up.ts")).closeUp;
}
